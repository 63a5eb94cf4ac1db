import {sideways} from "./drag.js";
import {byKey} from "./leaf-sliders.js";

/**
 * A number of a drawing that the reader moves: dragged to the sides, or by keys.
 *
 * @typedef {object} Handle
 * @property {Element} element
 * @property {string} label for screen readers
 * @property {number} least
 * @property {number} most
 * @property {number} arrow how far an arrow key goes
 * @property {number} [zero] numbers nearer to 0 become 0 when dragged
 * @property {() => number} get
 * @property {(x: number) => void} set
 * @property {() => number} perPixel how far a pixel to the right moves it
 */

/**
 * Make elements of a drawing sliders.
 *
 * @param {Element} stage that holds them, with `touch-action: pan-y`
 * @param {Handle[]} list
 * @param {object} [how]
 * @param {(event: PointerEvent) => Handle|null} [how.find] which one a press takes; by default the
 *   one under it
 * @param {(handle: any) => void} [how.hold] called when a drag begins, and with null at its end
 * @returns {(say: (x: number) => string) => void} brings what a screen reader says up to date
 */
export function handles(stage, list, {find, hold = () => {}} = {}) {
  const pressed = (/** @type {PointerEvent} */ {target}) =>
    list.find(({element}) => element.contains(/** @type {Node} */ (target))) ?? null;
  /** @type {Handle|null} */
  let held = null;
  let from = 0;
  const move = (/** @type {Handle} */ handle, /** @type {number} */ x) => {
    const {least, most} = handle;
    handle.set(Math.max(least, Math.min(most, Math.round(x * 100) / 100)));
  };
  for (const handle of list) {
    const {element, label, least, most, arrow} = handle;
    const told = {tabindex: 0, role: "slider", "aria-label": label, "aria-valuemin": least, "aria-valuemax": most};
    for (const [name, value] of Object.entries(told)) element.setAttribute(name, String(value));
    element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = byKey(event, {arrow});
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      move(handle, handle.get() + by);
    });
  }
  sideways(stage, {
    canStart(event) {
      held = (find ?? pressed)(event);
      from = held?.get() ?? 0;
      return held !== null;
    },
    start: () => hold(held),
    move(by) {
      const x = from + by * held.perPixel();
      move(held, Math.abs(x) < (held.zero ?? 0) ? 0 : x);
    },
    end(isTap) {
      if (isTap) /** @type {HTMLElement} */ (held.element).focus({preventScroll: true});
      hold(null);
    }
  });
  return (say) => {
    for (const {element, get} of list) {
      element.setAttribute("aria-valuenow", String(get()));
      element.setAttribute("aria-valuetext", say(get()));
    }
  };
}
