/**
 * On paper a question is a text, its answer folded.
 *
 * @param {[options: Record<string, any>]} given what the view was called with
 * @returns {{options: Record<string, any>, resolve: (stands: any) => number|string}} and what an
 *   entry of its answers stands for: itself
 */
export const asked = ([options]) => ({options, resolve: (stands) => stands});
