/** What pages and widgets import; everything comes from the one bundle built from this file. */
import * as htl from "htl";

export {chart} from "./views/chart/chart.js";
export {d3} from "./d3.js";
export {expression} from "./views/expression/expression.js";
export {graph} from "./views/graph/graph.js";
export {ledger} from "./views/ledger/ledger.js";
export {matrix} from "./views/matrix/matrix.js";
export {md} from "./words/md.js";
export {prediction} from "./views/prediction/prediction.js";
export {progress} from "./views/progress/progress.js";
export {quiz} from "./views/quiz/quiz.js";
export {stepper} from "./views/stepper/stepper.js";
export {tapeList} from "./views/tape-list/tape-list.js";
export {htl};
