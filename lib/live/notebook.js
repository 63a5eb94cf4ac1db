/** What notebooks get: every view, the hand that moves leaves, the curves. There Python computes. */
export * from "../diagrams/index.js";
export {hold} from "./hold.js";
export {sampling} from "./sampling.js";
