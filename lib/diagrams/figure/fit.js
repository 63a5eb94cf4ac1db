/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 720;

/** Room that the sentence and the controls need beside the drawing, with the gap. */
const PANEL = 304;

/** As wide as they grow there, and the gap: the stylesheet's numbers. */
const WIDEST_PANEL = 400;
const GAP = 24;

/**
 * Fits a stepper to its room, now and at each change: a drawing that runs downwards and leaves
 * enough room gets the panel beside it, and a class says when all of it is taller than the
 * screen. A group that opens may take the panel's room.
 *
 * @param {HTMLElement} element
 * @param {(width: number) => {direction: string, width: number}} fitGraph
 * @param {(plan: any, room: number) => void} [fitLens] called with the room that is left for the
 *   curves, which are below the panel
 */
export function fit(element, fitGraph, fitLens = () => {}) {
  const apply = (/** @type {number} */ room) => {
    const plan = fitGraph(room);
    const {direction, width} = plan;
    const isBeside = direction === "down" && width + PANEL <= room;
    element.style.setProperty("--tw-drawing", `${width}px`);
    element.classList.toggle("is-beside", isBeside);
    fitLens(plan, isBeside ? Math.min(WIDEST_PANEL, room - width - GAP) : room);
  };
  // Without a browser there is nothing to measure, and nothing changes.
  if (!globalThis.ResizeObserver) {
    apply(DEFAULT_WIDTH);
    return;
  }
  let known = 0;
  new ResizeObserver(([{contentRect}]) => {
    // In a picture the form says how high each panel may be; a part of a figure is fitted by itself.
    if (element.closest(".picture") && !element.parentElement.closest("[data-figure]")) return;
    // Zero while it is not shown, in a closed tab for instance.
    if (contentRect.width > 0 && contentRect.width !== known) {
      known = contentRect.width;
      apply(known);
    }
    // Being tall takes room away: measured with it, a figure could change at every frame.
    element.classList.remove("is-tall");
    element.classList.toggle("is-tall", element.offsetHeight > globalThis.innerHeight);
  }).observe(element);
  element.addEventListener("tw-folded", () => known > 0 && apply(known));
}
