import {orProblem} from "../../figure/figure.js";
import {question} from "../../questions/question.js";
import {TraceError} from "../../trace/trace-error.js";

/**
 * A question whose answer Python computed and published, with a reply to every choice.
 *
 * @param {object} options as of `prediction`, where `answer` and each `when` are a number or a
 *   word, not a place in a trace
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when an answer is in
 */
export function quiz(options) {
  return orProblem(options, {answered: false, correct: false}, (words) => {
    const {answer} = options;
    if (!["number", "string"].includes(typeof answer)) throw new TraceError("answer", `${answer}`);
    return question({reveal: words.revealPlain, ...options}, (stands) => stands, words);
  });
}
