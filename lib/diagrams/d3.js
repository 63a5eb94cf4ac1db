import {create, pointer, select, selectAll} from "d3-selection";

/** The parts of D3 the course uses, by the names that d3 itself gives them. */
export const d3 = {create, pointer, select, selectAll};
