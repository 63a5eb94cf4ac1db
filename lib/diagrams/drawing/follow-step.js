/** Room around what happens, in CSS pixels. */
const AROUND = 12;

/**
 * Brings what happens at a step into sight: the drawing scrolls in its stage, and where the panel
 * stays at the foot of the window, the page scrolls above it.
 *
 * @param {HTMLElement} element a stepper
 */
export function followStep(element) {
  if (!element.isConnected) return;
  const stage = element.querySelector(".tw-stage");
  const now = span([...element.querySelectorAll(".is-now-forward, .is-now-backward")]);
  if (!stage || !now) return;
  // A large drawing moves in its stage by itself, and lets the reader pan it.
  if (!stage.matches(".tw-pannable")) {
    const room = stage.getBoundingClientRect();
    const left = into(now.left, now.right, room.left, room.right);
    const top = into(now.top, now.bottom, room.top, room.bottom);
    stage.scrollBy({left, top, behavior: motion()});
  }
  const panel = element.querySelector(".tw-panel");
  const isInHand = element.matches(":hover, :focus-within");
  if (!isInHand || globalThis.getComputedStyle(panel).position !== "sticky") return;
  const covered = Number.parseFloat(globalThis.getComputedStyle(element).scrollMarginTop) || 0;
  const by = into(now.top, now.bottom, covered, panel.getBoundingClientRect().top);
  if (by !== 0) globalThis.scrollBy({top: by, behavior: motion()});
}

/** What marks take together; the step may be at a place that has none. */
function span(marks) {
  const boxes = marks.map((mark) => mark.getBoundingClientRect());
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({left}) => left)),
    right: Math.max(...boxes.map(({right}) => right)),
    top: Math.min(...boxes.map(({top}) => top)),
    bottom: Math.max(...boxes.map(({bottom}) => bottom))
  };
}

/** How far something has to go to be between two ends; its beginning counts where it is longer. */
function into(start, end, first, last) {
  if (start < first + AROUND || end - start > last - first - 2 * AROUND) {
    return start - first - AROUND;
  }
  return Math.max(0, end - last + AROUND);
}

function motion() {
  const isCalm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)")?.matches;
  return isCalm ? "instant" : "smooth";
}
