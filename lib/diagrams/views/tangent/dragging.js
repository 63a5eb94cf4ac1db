import {nearest} from "./data.js";

/** Pixels that a finger moves sideways before it drags: a swipe scrolls the page. */
const THRESHOLD = 7;

/** What a key adds to the leaf. */
const KEYS = {ArrowLeft: -0.1, ArrowDown: -0.1, ArrowRight: 0.1, ArrowUp: 0.1, PageDown: -1, PageUp: 1};

/**
 * Lets pointer and keyboard move the leaf.
 *
 * @param {Fields} of the figure: `go` takes the position of a run, `rest` is called after a drag
 */
export function listen({drawing, knob, look, runs: {values, leaf}, go, rest}) {
  const numbers = values[leaf];
  /** @type {{pointer: number, from: number, y: number, x: number, isOn: boolean}|null} */
  let drag = null;
  const placeOf = (event) => {
    const box = drawing.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * look.size.width;
  };
  drawing.addEventListener("pointerdown", (event) => {
    const box = drawing.getBoundingClientRect();
    if (event.button !== 0 || event.clientY - box.top > look.plan.floor) return;
    const isMouse = event.pointerType === "mouse";
    if (isMouse) {
      event.preventDefault();
      knob.focus({preventScroll: true});
      drawing.setPointerCapture(event.pointerId);
      if (!event.target.closest(".tw-tangent-knob")) go(nearest(numbers, look.plan.xAt(placeOf(event))));
    }
    const x = look.plan.x(numbers[look.at]);
    drag = {pointer: event.pointerId, from: placeOf(event), y: event.clientY, x, isOn: isMouse};
  });
  drawing.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const by = placeOf(event) - drag.from;
    if (!drag.isOn) {
      if (Math.abs(by) < THRESHOLD || Math.abs(by) < Math.abs(event.clientY - drag.y)) return;
      Object.assign(drag, {isOn: true, from: placeOf(event)});
      drawing.setPointerCapture(event.pointerId);
      return;
    }
    go(nearest(numbers, look.plan.xAt(drag.x + by)), true);
  });
  const end = () => {
    if (drag?.isOn) rest();
    drag = null;
  };
  for (const type of ["pointerup", "pointercancel"]) drawing.addEventListener(type, end);
  knob.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ends = {Home: 0, End: numbers.length - 1}[event.key];
    if (ends === undefined && !KEYS[event.key]) return;
    event.preventDefault();
    const by = KEYS[event.key] * (event.shiftKey ? 10 : 1);
    go(ends ?? nearest(numbers, numbers[look.at] + by));
  });
}
