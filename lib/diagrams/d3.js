import {create, pointer, select, selectAll} from "d3-selection";
import {area, curveBumpX, curveBumpY, curveMonotoneX, line} from "d3-shape";

/** The parts of D3 the course uses, by the names that d3 itself gives them. */
export const d3 = {
  area, create, curveBumpX, curveBumpY, curveMonotoneX, line, pointer, select, selectAll
};
