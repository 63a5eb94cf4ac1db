import {MS, along, isCalm, middleOf, settle, travel} from "../../drawing/motion.js";

/**
 * Show how a step comes about: values travel along their edges into an operation; a local slope
 * flies from its window into the product, and the gradient takes it along to its receiver.
 *
 * @param {HTMLElement} element of the stepper
 * @param {Fields} state after the step
 * @param {Trace} trace
 * @param {(x: number) => string} format
 */
export function showMotion(element, state, trace, format) {
  settle(element);
  if (isCalm() || trace.engine !== "value" || !element.classList.contains("is-placed")) return;
  const {kind, node, edge, upstream, contribution} = state.step;
  /** @returns {SVGPathElement|null} */
  const lineOf = (i, part) => element.querySelector(`.tw-edge[data-edge="${i}"] > .${part} > .tw-line`);
  const wait = (ms) => element.style.setProperty("--tw-wait", `${ms}ms`);
  wait(0);
  if (kind === "forward") {
    trace.edges.forEach(({from, to}, i) => {
      const line = to === node && lineOf(i, "tw-forward");
      if (line) travel(element, along(line, element), [format(state.nodes[from].value)], {kind: "value", ms: MS.edge});
    });
  }
  if (kind !== "send") return;
  const line = lineOf(edge, "tw-sent");
  const pill = element.querySelector(`.tw-edge[data-edge="${edge}"] > .tw-local`);
  const slope = element.querySelector(`.tw-window[data-edge="${edge}"] > .tw-lens-slope`);
  if (!line) return;
  const isSeen = pill && slope && slope.getBoundingClientRect().width > 0;
  if (isSeen) {
    travel(element, [middleOf(slope, element), middleOf(pill, element)], [slope.textContent], {kind: "grad", ms: MS.slope});
  }
  wait(isSeen ? MS.slope : 0);
  const texts = [`∂ ${format(upstream)}`, `∂ ${format(contribution)}`];
  travel(element, along(line, element), texts, {kind: "grad", ms: MS.gradient, wait: isSeen ? MS.slope : 0});
}
