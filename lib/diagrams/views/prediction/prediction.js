import {answerFrom} from "./answer.js";
import {orProblem} from "../../figure/figure.js";
import {question} from "../../questions/question.js";
import {validate} from "../../trace/validate.js";

/**
 * A question about a trace, to be answered before looking: by a number, or by one of `choices`.
 *
 * @param {object} trace
 * @param {object} options
 * @param {string} options.question
 * @param {Parameters<typeof answerFrom>[1]} options.answer where the answer stands in the trace:
 *   `{grad: "x"}`, `{value: "c"}`, `{local: ["c", "b"]}` or a function of the trace
 * @param {{when: Parameters<typeof answerFrom>[1], text?: string, say?: string}[]}
 *   [options.choices] to choose from; the one whose `when` is the answer is right, `text` is what
 *   is written (the number itself by default), `say` the reply
 * @param {{when: Parameters<typeof answerFrom>[1], say: string}[]} [options.replies] to written
 *   guesses that show a misconception; a function here is asked `(guess, trace)`, true when it
 *   applies
 * @param {string} [options.right] said after the right answer
 * @param {string} [options.hint] said after a wrong answer that has no reply of its own
 * @param {string} [options.unit] of the answer, as "KiB"
 * @param {number} [options.within] share of the answer by which a guess may be off
 * @param {string|string[]} [options.holds] labels of cells whose output, and of figures that, wait
 *   for the answer
 * @param {string} [options.lang] the page's language by default
 * @param {string} [options.id] names the question, the same in every language; answers to it are
 *   kept in the browser
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when an answer is in
 */
export function prediction(trace, options) {
  return orProblem(options, {answered: false, correct: false}, (words) => {
    validate(trace);
    const replies = options.replies?.map(({when, say}) => ({
      when: typeof when === "function" ? (guess) => when(guess, trace) : when,
      say
    }));
    return question({...options, replies}, (path) => answerFrom(trace, path), words);
  });
}
