import {toNumber} from "../../words/numbers.js";
import {TraceError} from "../../trace/trace-error.js";

/**
 * Read a number out of a trace, so that no answer is typed by hand.
 *
 * @param {Trace} trace
 * @param {any} path a gradient or a value by the node's label, the local gradient of an
 *   operation by an operand, a function, or a number or word, which is returned as it is
 * @returns {number|string}
 * @throws {TraceError} when the trace has no such number
 */
export function answerFrom(trace, path) {
  if (typeof path === "number" || typeof path === "string") return path;
  if (typeof path === "function") return path(trace);
  if (path.value !== undefined) return toNumber(nodeCalled(trace, path.value).value);
  if (path.local !== undefined) return localOf(trace, ...path.local);
  return gradientOf(trace, nodeCalled(trace, path.grad));
}

function nodeCalled(trace, label) {
  const called = trace.nodes.find((node) => node.label === label);
  if (called) return called;
  const labels = trace.nodes.map((node) => node.label).filter(Boolean);
  throw new TraceError("label", label, labels.join(", "));
}

function gradientOf(trace, {id}) {
  if (id in trace.grads) return toNumber(trace.grads[id]);
  const event = trace.backward.find(({node}) => node === id);
  if (event) return toNumber(event.grad);
  throw new TraceError("noGradient", trace.nodes[id].label);
}

function localOf(trace, of, by) {
  const to = nodeCalled(trace, of).id;
  const from = nodeCalled(trace, by).id;
  const edge = trace.edges.find((one) => one.to === to && one.from === from);
  if (edge) return toNumber(edge.local);
  throw new TraceError("noUse", of, by);
}
