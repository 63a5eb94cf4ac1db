import {answerFrom} from "./answer.js";

/**
 * On paper a prediction is a text, its answer folded.
 *
 * @param {[trace: Trace, options: Fields]} given what the view was called with
 * @returns {{options: Fields, resolve: (path: any) => number|string}} and what a place
 *   in its answers stands for
 */
export const asked = ([trace, options]) => ({options, resolve: (path) => answerFrom(trace, path)});
