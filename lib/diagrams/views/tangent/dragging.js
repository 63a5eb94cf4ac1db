import {sideways} from "../../controls/drag.js";
import {byKey} from "../../controls/leaf-sliders.js";
import {nearest} from "./data.js";

/**
 * Let pointer and keyboard move the leaf.
 *
 * @param {{drawing: SVGElement, knob: SVGElement, look: import("./motion.js").Look, runs: import("./data.js").Runs,
 *   go: (to: number, isHeld?: boolean) => void, rest: () => void}} figure `go` takes the position of a run, `rest` is
 *   called after a drag
 */
export function listen({drawing, knob, look, runs: {values, leaf}, go, rest}) {
  const numbers = values[leaf];
  let from = 0;
  sideways(drawing, {
    canStart(event) {
      const {left, top} = drawing.getBoundingClientRect();
      if (event.clientY - top > look.plan.floor) return false;
      if (event.pointerType === "mouse") {
        event.preventDefault();
        knob.focus({preventScroll: true});
        const isKnob = knob.contains(/** @type {Node} */ (event.target));
        if (!isKnob) go(nearest(numbers, look.plan.xAt(event.clientX - left)));
      }
      from = look.plan.x(numbers[look.at]);
      return true;
    },
    move: (by) => go(nearest(numbers, look.plan.xAt(from + by)), true),
    end: rest
  });
  knob.addEventListener("keydown", (event) => {
    const by = byKey(event, {arrow: 0.1});
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Number.isFinite(by) ? nearest(numbers, numbers[look.at] + by) : by);
  });
}
