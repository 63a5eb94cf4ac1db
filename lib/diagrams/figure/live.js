const DESK = Symbol.for("tapewalk.live");

/**
 * A figure of numbers that can be computed anew.
 *
 * @typedef {object} LiveFigure
 * @property {HTMLElement} element
 * @property {Fields} trace as it was built
 * @property {Fields} words of `strings(lang)`
 * @property {string|undefined} id of the figure, for links
 * @property {(HTMLElement & Fields)|null} lens the curves, if the figure shows them
 * @property {() => boolean} canMove whether no question waits that moving would answer
 * @property {(trace: Trace, how: {error: {node: number, text: string}|null, isMoving: boolean})
 *   => void} recast shows another trace of the same graph, as far as it came
 */

/**
 * Offers a figure to whoever has an engine: site.js on the course's pages, nobody in a notebook.
 *
 * @param {LiveFigure} figure
 */
export function offer(figure) {
  if (figure.trace.engine !== "value") return;
  const desk = (globalThis[DESK] ??= {figures: [], hear: null});
  desk.figures.push(figure);
  desk.hear?.(figure);
}
