/** What pages and widgets import; everything comes from the one bundle built from this file. */
import * as htl from "htl";

export {chart} from "./chart.js";
export {d3} from "./d3.js";
export {expression} from "./expression.js";
export {graph} from "./graph.js";
export {ledger} from "./ledger.js";
export {matrix} from "./matrix.js";
export {md} from "./md.js";
export {prediction} from "./prediction.js";
export {progress} from "./progress.js";
export {quiz} from "./quiz.js";
export {stepper} from "./stepper.js";
export {tapeList} from "./tape-list.js";
export {htl};
