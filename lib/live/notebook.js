/** The views of notebooks, with leaves that move and curves: there Python computes. */
export * from "../diagrams/index.js";
export {makeMovable} from "./movable-leaves.js";
export {sampling} from "./sampling.js";
