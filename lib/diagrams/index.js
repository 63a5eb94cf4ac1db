/** What pages and widgets import. Widgets get one bundle of all this, and pages a file for each name. */
export * from "views:all";
export * from "./tools.js";
