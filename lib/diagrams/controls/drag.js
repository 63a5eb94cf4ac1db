/** Pixels sideways after which a finger drags; before that it may be scrolling the page. */
const SIDEWAYS = 7;

/**
 * Follow a drag to the sides. A mouse drags from where it was pressed, a finger from 7 px beside
 * that: a swipe up or down scrolls the page, and sets nothing. The element needs
 * `touch-action: pan-y`.
 *
 * @param {Element} target
 * @param {object} on
 * @param {(event: PointerEvent) => boolean} on.canStart whether a press may become a drag
 * @param {(event: PointerEvent) => void} [on.start] a drag begins
 * @param {(by: number, event: PointerEvent) => void} on.move pixels to the right since it began
 * @param {(isTap: boolean, event: PointerEvent) => void} [on.end] `isTap` when nothing was dragged
 */
export function sideways(target, {canStart, start = () => {}, move, end = () => {}}) {
  /** @type {{id: number, x: number, y: number, isOn: boolean}|null} */
  let drag = null;
  const capture = (/** @type {PointerEvent} */ event) => {
    try {
      target.setPointerCapture(event.pointerId);
    } catch {
      // A drag from before the figure was live, which site.js repeats, has ended.
    }
  };
  const begin = (/** @type {PointerEvent} */ event) => {
    drag.isOn = true;
    if (event.pointerType !== "mouse") drag.x += Math.sign(event.clientX - drag.x) * SIDEWAYS;
    capture(event);
    start(event);
    move(event.clientX - drag.x, event);
  };
  target.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || !canStart(event)) return;
    drag = {id: event.pointerId, x: event.clientX, y: event.clientY, isOn: false};
    if (event.pointerType === "mouse") capture(event);
  });
  target.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== drag?.id) return;
    const by = event.clientX - drag.x;
    if (drag.isOn) return move(by, event);
    const least = event.pointerType === "mouse" ? 2 : SIDEWAYS;
    if (Math.abs(by) >= least && Math.abs(by) >= Math.abs(event.clientY - drag.y)) begin(event);
  });
  const stop = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== drag?.id) return;
    const {isOn} = drag;
    drag = null;
    end(!isOn && event.type === "pointerup", event);
  };
  target.addEventListener("pointerup", stop);
  target.addEventListener("pointercancel", stop);
}

/**
 * Act on each place that a press or a drag reaches.
 *
 * @param {Element} target
 * @param {(event: PointerEvent) => void} act
 */
export function onPlaces(target, act) {
  sideways(target, {canStart: () => true, move: (_, event) => act(event), end: (isTap, event) => isTap && act(event)});
}
