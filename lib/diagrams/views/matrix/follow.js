import {steps as stepsOf} from "../../trace/steps.js";
import {follow, stepOf} from "../../figure/follow.js";
import {beginOf} from "./steps.js";

/**
 * Goes along with another view: with a second matrix step by step, with a view of the whole trace
 * by showing the calculation that it has come to.
 *
 * @param {HTMLElement & {value: number}} element the matrix view
 * @param {HTMLElement & {value: number|{step: number}}} other
 * @param {object} about
 * @param {Trace} about.trace
 * @param {Fields|null} about.node that the matrix shows
 * @param {import("./product.js").Stage[]} about.stages
 * @param {{stage: number}[]} about.steps of the matrix view
 */
export function matrixFollow(element, other, {trace, node, stages, steps: own}) {
  if (!node || other?.classList?.contains("tw-matrix")) return follow(element, other);
  const steps = stepsOf(trace);
  const come = () => {
    const step = steps[stepOf(other)];
    const stage = stages.findIndex(({edge}) => edge
      ? step?.kind === "send" && trace.edges[step.edge] === edge
      : step?.kind === "forward" && step.node === node.id);
    if (stage === -1 || !element.isConnected) return;
    element.value = beginOf(own, stage);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  other.addEventListener("input", come);
}
