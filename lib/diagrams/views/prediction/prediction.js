import {validate} from "../../trace/validate.js";
import {question} from "../../questions/question.js";
import {figure} from "../../figure/figure.js";
import {answerFrom} from "./answer.js";
import manifest from "./view.json" with {type: "json"};

/**
 * A question about a trace, to be answered before looking: by a number, or by one of `choices`.
 *
 * @param {Trace} trace
 * @param {QuestionOptions} options
 * @returns {View<Prediction["value"]>} it dispatches `input` when an answer is in
 */
export function prediction(trace, options) {
  return figure(manifest, options, {answered: false, correct: false}, (words) => {
    validate(trace);
    return question(options, (path) => answerFrom(trace, path), words);
  });
}
