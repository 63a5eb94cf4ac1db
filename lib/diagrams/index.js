/** What pages and widgets import; everything comes from the one bundle built from this file. */
import * as htl from "htl";
import {create, pointer, select, selectAll} from "d3-selection";

export * from "views:all";
export {md} from "./words/md.js";
export {htl};

/** The parts of D3 the course uses, by the names that d3 itself gives them. */
export const d3 = {create, pointer, select, selectAll};
