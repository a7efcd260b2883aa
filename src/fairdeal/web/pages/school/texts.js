// The texts of the lessons: the page asks the browser to keep it for times without a connection.

import { keepOffline } from "../shared/offline.js";

keepOffline();
