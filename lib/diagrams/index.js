/** What pages and widgets import; everything comes from the one bundle built from this file. */
import * as htl from "htl";
import * as Inputs from "@observablehq/inputs";

export {d3} from "./d3.js";
export {md} from "./markdown.js";
export {prediction} from "./prediction.js";
export {stepper} from "./stepper.js";
export {htl, Inputs};
