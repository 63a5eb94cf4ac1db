import {answerFrom} from "./answer.js";

/**
 * On paper a prediction is a text, with its answer folded.
 *
 * @param {[trace: Trace, options: QuestionOptions]} given the arguments of the view
 * @returns {{options: QuestionOptions, resolve: (path: AnswerPath) => number|string}} `resolve`
 *   reads an answer out of the trace
 */
export const asked = ([trace, options]) => ({options, resolve: (path) => answerFrom(trace, path)});
