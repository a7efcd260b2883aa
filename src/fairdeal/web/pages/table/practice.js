// A practice table: the page of a table, and a coach beside it.

import { coachOf } from "./coach.js";
import { coachedBy } from "./table.js";

coachedBy(coachOf);
