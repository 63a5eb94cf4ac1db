const DESK = Symbol.for("tapewalk.live");

/**
 * A figure of numbers that can be computed again.
 *
 * @typedef {object} LiveFigure
 * @property {HTMLElement} element
 * @property {Trace} trace as it was built
 * @property {Words} words of `strings(lang)`
 * @property {ReturnType<typeof import("../lens/lens.js").lens>|null} lens the curves, if the figure shows them
 * @property {() => boolean} canMove whether no question waits that moving would answer
 * @property {(trace: Trace, how: {error: {node: number, text: string}|null, isMoving: boolean,
 *   values: Map<number, number>}) => void} recast shows another trace of the same graph, as far as
 *   it came; `values` are the numbers that the leaves have by now
 * @property {Map<number, import("../controls/leaf-sliders.js").Scale>} [scales] of the leaves that can be moved, by
 *   id; without them, every leaf can
 * @property {() => void} [sleep] called where no engine can compute
 * @property {Map<number, number>} [wanted] the numbers that leaves shall have, by id, until `set` is
 *   there
 * @property {(leaves: Map<number, number>) => void} [set] gives leaves their numbers; the engine
 *   brings it
 * @property {(run: Runner["run"]) => void} [wake] takes the engine itself, by a figure whose own program it runs
 */

/**
 * Offer a figure to the engine: site.js on the course's pages, the kernel
 * in a notebook.
 *
 * @param {LiveFigure} figure
 */
export function offer(figure) {
  if (figure.trace.engine !== "value") return;
  const desk = liveDesk();
  desk.figures.push(figure);
  desk.hear?.(figure);
}

/**
 * Gives leaves of a figure their numbers, as a link asks; the engine is fetched for it.
 *
 * @param {LiveFigure} figure
 * @param {Map<number, number>} leaves by id
 */
export function setLeaves(figure, leaves) {
  if (leaves.size === 0) return;
  if (!figure.canMove()) {
    // One that waits for an answer moves in a picture all the same, and it is placed there later.
    const again = () => figure.canMove() && setLeaves(figure, leaves);
    figure.element.addEventListener("tw-placed", again, {once: true});
    return;
  }
  if (figure.set) return figure.set(leaves);
  figure.wanted = new Map([...(figure.wanted ?? []), ...leaves]);
  if (!liveDesk().bring) return;
  figure.element.setAttribute("aria-busy", "true");
  bring(figure);
}

/** Fetch the engine for a figure that cannot wait until it is near. */
export function bring(/** @type {LiveFigure} */ figure) {
  liveDesk().bring?.(figure);
}

/** @returns {{figures: LiveFigure[], hear: ((figure: LiveFigure) => void)|null,
 *   bring?: (figure: LiveFigure) => void}} */
function liveDesk() {
  return (/** @type {Record<symbol, ReturnType<typeof liveDesk>>} */ (globalThis)[DESK] ??= {figures: [], hear: null});
}
