/** What pages use beside the views. */
import * as htl from "htl";
import {create, pointer, select, selectAll} from "d3-selection";

export {md} from "./words/md.js";
export {htl};

/** The parts of D3 the course uses, by the names that d3 itself gives them. */
export const d3 = {create, pointer, select, selectAll};
