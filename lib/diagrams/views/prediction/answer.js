import {toNumber} from "../../words/numbers.js";
import {TraceError} from "../../trace/trace-error.js";

/**
 * Read a number out of a trace, so that no answer is typed by hand.
 *
 * @param {Trace} trace
 * @param {AnswerPath} path a number or word is returned as it is
 * @returns {number|string}
 * @throws {TraceError} when the trace has no such number
 */
export function answerFrom(trace, path) {
  if (typeof path === "number" || typeof path === "string") return path;
  if ("value" in path) return toNumber(nodeCalled(trace, path.value).value);
  return gradientOf(trace, nodeCalled(trace, path.grad));
}

function nodeCalled(/** @type {Trace} */ trace, /** @type {string} */ label) {
  const called = trace.nodes.find((node) => node.label === label);
  if (called) return called;
  const labels = trace.nodes.map((node) => node.label).filter(Boolean);
  throw new TraceError("label", label, labels.join(", "));
}

/** Predictions are about graphs of numbers. @param {Trace} trace @param {TraceNode} node */
function gradientOf(trace, {id}) {
  if (id in trace.grads) return toNumber(/** @type {Entry} */ (trace.grads[id]));
  const event = trace.backward.find(({node}) => node === id);
  if (event) return toNumber(/** @type {Entry} */ (event.grad));
  throw new TraceError("noGradient", trace.nodes[id].label);
}
