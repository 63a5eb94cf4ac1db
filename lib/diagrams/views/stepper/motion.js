import {MS, along, isCalm, middleOf, travel} from "../../drawing/motion.js";
/** @import {ScalarStep, State} from "../../trace/steps.js" */

/**
 * Animate a step: values travel along their edges into an operation; a local slope travels from its window
 * into the product, and the gradient from there to its receiver.
 *
 * @param {HTMLElement} element of the stepper @param {State} state after the step @param {Trace} trace
 * @param {(x: number) => string} format
 */
export function showMotion(element, state, trace, format) {
  if (isCalm() || trace.engine !== "value" || !element.classList.contains("is-placed")) return;
  const {kind, node, edge, upstream, contribution} = /** @type {ScalarStep} */ (state.step);
  /** @param {number} i @param {string} part @returns {SVGPathElement|null} */
  const lineOf = (i, part) => element.querySelector(`.tw-edge[data-edge="${i}"] > .${part} > .tw-line`);
  // All parts of the drawing inherit it.
  const wait = (/** @type {number} */ ms) => {
    if (element.style.getPropertyValue("--tw-wait") !== `${ms}ms`) element.style.setProperty("--tw-wait", `${ms}ms`);
  };
  // All places are read before the first number is drawn.
  if (kind === "forward") {
    wait(0);
    const into = trace.edges.map(({from, to}, i) => ({from, line: to === node && lineOf(i, "tw-forward")}));
    const ways = into.filter(({line}) => line).map(({from, line}) => ({from, way: along(line, element)}));
    for (const {from, way} of ways) travel(element, way, [format(state.nodes[from].value)], {kind: "value", ms: MS.edge});
  }
  if (kind !== "send") return wait(0);
  const line = lineOf(edge, "tw-sent");
  const pill = element.querySelector(`.tw-edge[data-edge="${edge}"] > .tw-local`);
  const slope = element.querySelector(`.tw-window[data-edge="${edge}"] > .tw-lens-slope`);
  if (!line) return;
  const isSeen = pill && slope && slope.getBoundingClientRect().width > 0;
  const way = along(line, element);
  const ends = isSeen && [middleOf(slope, element), middleOf(pill, element)];
  wait(isSeen ? MS.slope : 0);
  if (isSeen) travel(element, ends, [slope.textContent], {kind: "grad", ms: MS.slope});
  const texts = [`∂ ${format(upstream)}`, `∂ ${format(contribution)}`];
  travel(element, way, texts, {kind: "grad", ms: MS.gradient, wait: isSeen ? MS.slope : 0});
}
