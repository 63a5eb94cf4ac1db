import {validate} from "../../trace/validate.js";
import {question} from "../../questions/question.js";
import {figure} from "../../figure/figure.js";
import {answerFrom} from "./answer.js";
import manifest from "./view.json" with {type: "json"};

/**
 * A question about a trace, to be answered before looking: by a number, or by one of `choices`.
 *
 * @param {Trace} trace
 * @param {Fields} options those of `view.json`
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when an answer is in
 */
export function prediction(trace, options) {
  return figure(manifest, options, {answered: false, correct: false}, (words) => {
    validate(trace);
    const replies = options.replies?.map(({when, say}) => ({
      when: typeof when === "function" ? (guess) => when(guess, trace) : when,
      say
    }));
    return question({...options, replies}, (path) => answerFrom(trace, path), words);
  });
}
