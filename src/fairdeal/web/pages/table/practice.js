// The page of a practice table: the page of a table, with a coach.

import { Coach } from "./coach.js";
import { addCoach } from "./table.js";
import { tableId } from "./table_state.js";

addCoach(new Coach(tableId));
