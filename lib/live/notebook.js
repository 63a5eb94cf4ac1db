/** The views of notebooks, with leaves that move, for which Python computes, and curves. */
export * from "../diagrams/index.js";
export {makeMovable} from "./movable-leaves.js";
export {drawCurves} from "./curves.js";
