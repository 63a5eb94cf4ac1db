/** What notebooks get: every view, and the hand that moves leaves. There Python itself computes. */
export * from "../diagrams/index.js";
export {hold} from "./hold.js";
