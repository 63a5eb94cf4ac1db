import {question} from "../../questions/question.js";
import {TraceError} from "../../trace/trace-error.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};

/**
 * A question whose answer Python computed and published, with a reply to every choice.
 *
 * @param {Fields} options those of `view.json`
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when an answer is in
 */
export function quiz(options) {
  return figure(manifest, options, {answered: false, correct: false}, (words) => {
    const {answer} = options;
    if (!["number", "string"].includes(typeof answer)) throw new TraceError("answer", `${answer}`);
    return question(options, (stands) => stands, words);
  });
}
