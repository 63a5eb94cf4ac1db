import {html} from "htl";

/** Milliseconds: a value along its edge, a slope into its product, a gradient back along its edge. */
export const MS = {edge: 460, slope: 520, gradient: 560};

/** Points of a path between which a number moves on a straight line. */
const POINTS = 12;

/** Whether numbers may move at all. */
export function isCalm() {
  return !globalThis.Element?.prototype.animate
    || Boolean(globalThis.matchMedia?.("(prefers-reduced-motion: reduce)")?.matches);
}

/**
 * Let a number travel over a figure.
 *
 * @param {HTMLElement} host a positioned element, in whose pixels the points are
 * @param {{x: number, y: number}[]} points
 * @param {string[]} texts what it says; with two, the second from the middle of the way on
 * @param {object} options
 * @param {string} options.kind `value` or `grad`
 * @param {number} options.ms
 * @param {number} [options.wait] milliseconds before it begins
 * @returns {Promise<void>} settled when it has arrived
 */
export async function travel(host, points, [text, then], {kind, ms, wait = 0}) {
  if (isCalm() || points.length < 2) return;
  const pill = html`<span class=${`tw-traveller tw-${kind}`} aria-hidden="true">${text}</span>`;
  host.append(pill);
  const timer = then === undefined ? 0 : setTimeout(() => (pill.textContent = then), wait + ms / 2);
  const frames = points.map(({x, y}) => ({transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`}));
  const motion = pill.animate(frames, {duration: ms, delay: wait, fill: "backwards", easing: "ease-in-out"});
  if (wait > 0) pill.animate([{visibility: "hidden"}, {visibility: "hidden"}], {duration: wait});
  await motion.finished.catch(() => {});
  clearTimeout(timer);
  pill.remove();
}

/** Removes the numbers that are still under way. */
export function settle(/** @type {HTMLElement} */ host) {
  for (const pill of host.querySelectorAll(".tw-traveller")) pill.remove();
}

/**
 * The points of a drawn line, in the pixels of an element.
 *
 * @param {SVGPathElement} path
 * @param {HTMLElement} host
 * @returns {{x: number, y: number}[]}
 */
export function along(path, host) {
  const matrix = path.getScreenCTM?.();
  if (!matrix) return [];
  const {left, top} = host.getBoundingClientRect();
  const length = path.getTotalLength();
  return Array.from({length: POINTS + 1}, (_, i) => {
    const {x, y} = path.getPointAtLength((length * i) / POINTS).matrixTransform(matrix);
    return {x: x - left, y: y - top};
  });
}

/** The middle of an element, in the pixels of another. */
export function middleOf(/** @type {Element} */ element, /** @type {HTMLElement} */ host) {
  const box = element.getBoundingClientRect();
  const {left, top} = host.getBoundingClientRect();
  return {x: box.x + box.width / 2 - left, y: box.y + box.height / 2 - top};
}
