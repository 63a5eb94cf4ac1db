import {drawnOptions} from "./draws.js";

/**
 * On paper a question is a text, its answer folded.
 *
 * @param {[options: Fields]} given what the view was called with
 * @returns {{options: Fields, resolve: (stands: any) => number|string}} and what an
 *   entry of its answers stands for: itself
 */
export const asked = ([options]) => ({
  options: drawnOptions(options, 0), resolve: (stands) => stands
});
