import {byKey} from "../../controls/leaf-sliders.js";

/** Pixels sideways after which a finger drags, and those for one point of score. */
const SIDEWAYS = 7;
const PIXELS = 16;

/**
 * Let pointer and keyboard change the scores and choose a row of the map. A mouse sets a score to the height
 * of its pointer; a finger drags it sideways, so that a swipe up or down still scrolls the page.
 *
 * @param {{bars: SVGElement, map: ReturnType<typeof import("./maps.js").mapDrawing>, now: import("./rows.js").Now,
 *   plan: () => ReturnType<typeof import("./bars.js").planOf>, count: number}} figure `count` of letters
 * @param {(settings: Settings) => void} change
 */
export function takeHold({bars, map, now, plan, count}, change) {
  /** @type {{id: number, x: number, y: number, from: number, isOn: boolean, isMouse: boolean}|null} */
  let drag = null;
  const placeOf = (/** @type {PointerEvent} */ {clientX, clientY}) => {
    const {left, top} = bars.getBoundingClientRect();
    return {x: clientX - left, y: clientY - top};
  };
  bars.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const {x, y} = placeOf(event);
    const letter = plan().letterAt(x);
    if (event.button !== 0 || letter < 0 || letter >= count) return;
    const isMouse = event.pointerType === "mouse";
    change({letter});
    const isOn = isMouse && y < plan().bottom;
    drag = {id: event.pointerId, x: event.clientX, y: event.clientY, from: now.scores[letter], isOn, isMouse};
    if (isMouse) bars.setPointerCapture(event.pointerId);
    if (isOn) change({score: plan().scoreAt(y)});
  });
  bars.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== drag?.id) return;
    const by = event.clientX - drag.x;
    if (drag.isMouse) {
      if (drag.isOn) change({score: plan().scoreAt(placeOf(event).y)});
    } else if (drag.isOn) {
      change({score: drag.from + by / PIXELS});
    } else if (Math.abs(by) >= SIDEWAYS && Math.abs(by) >= Math.abs(event.clientY - drag.y)) {
      Object.assign(drag, {isOn: true, x: event.clientX});
      bars.setPointerCapture(event.pointerId);
    }
  });
  for (const type of ["pointerup", "pointercancel"]) {
    bars.addEventListener(type, () => {
      drag = null;
    });
  }
  bars.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => take(event, () => {
    const by = byKey(event, {arrow: 0.1});
    // Home and End are the figure's.
    if (!Number.isFinite(by)) return null;
    return /Left|Right/.test(event.key) ? {letter: now.letter + Math.sign(by)} : {score: now.scores[now.letter] + by};
  }, change));
  map.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => take(event, () => {
    const by = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    return by ? {example: now.example + 1 + by} : null;
  }, change));
  map.addEventListener("click", (/** @type {MouseEvent} */ {clientY}) =>
    change({example: map.rowAt(clientY - map.getBoundingClientRect().top) + 1}));
}

/** @param {KeyboardEvent} event @param {() => Settings|null} settingsOf @param {(settings: Settings) => void} change */
function take(event, settingsOf, change) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const settings = settingsOf();
  if (!settings) return;
  event.preventDefault();
  event.stopPropagation();
  change(settings);
}
