import {drawnOptions} from "./draws.js";

/**
 * On paper a question is a text, with its answer folded.
 *
 * @param {[options: QuestionOptions]} given the arguments of the view
 * @returns {{options: QuestionOptions, resolve: (answer: AnswerPath) => AnswerPath}} `resolve`
 *   returns the answer as it is
 */
export const asked = ([options]) => ({
  options: drawnOptions(options, 0), resolve: (answer) => answer
});
