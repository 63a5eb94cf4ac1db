import {numberFormat} from "../../words/numbers.js";
import {TraceError} from "../../trace/trace-error.js";
import {tensor, valueOf} from "./tensor.js";

/** The same operation by the names of both engines: PyTorch's node is called MmBackward0. */
const SAME = {Mm: "MatMul", Bmm: "MatMul", Mv: "MatMul"};

/**
 * What an operation is, whichever engine ran it.
 *
 * @param {TraceNode} node of a trace
 * @returns {string} `MatMul`, `Add` …
 */
export function operationOf({op}) {
  const name = op.replace(/Backward\d*$/, "");
  return SAME[name] ?? name;
}

/**
 * The node that a view is asked to show.
 *
 * @param {Trace} trace
 * @param {number|string|undefined} asked its id or its label; the first that fits by default
 * @param {string[]} operations that the view can show
 * @returns {Fields} a node of the trace
 * @throws {TraceError}
 */
export function nodeFor(trace, asked, operations) {
  const fits = (node) => operations.includes(operationOf(node));
  const named = (node) => asked === undefined || node.id === asked || node.label === asked;
  const meant = trace.nodes.filter(named);
  const list = (entries) => [...new Set(entries)].filter(Boolean).join(", ");
  if (meant.length === 0) {
    throw new TraceError("label", asked, list(trace.nodes.map(({label}) => label)));
  }
  const first = meant.find(fits);
  if (!first) throw new TraceError("fits", list(operations), list(meant.map(({op}) => op)));
  return first;
}

/**
 * @typedef {object} Operand
 * @property {import("./tensor.js").Tensor} tensor
 * @property {Fields|null} edge null where no gradient goes
 * @property {number} uses how many operations of the trace use it
 */

/**
 * The operands of a node by slot. A trace lists those that have a gradient and plain numbers.
 *
 * @param {Trace} trace
 * @param {TraceNode} node
 * @param {string[]} names what the operands without a label are called
 * @param {string} lang
 * @returns {Operand[]}
 * @throws {TraceError} when an operand's numbers are unknown
 */
export function operandsOf(trace, node, names, lang) {
  return names.map((name, slot) => {
    const edge = trace.edges.find((one) => one.to === node.id && one.slot === slot);
    if (edge) {
      const uses = trace.edges.filter((one) => one.from === edge.from).length;
      const label = trace.nodes[edge.from].label ?? name;
      return {tensor: valueOf(trace, edge.from, label), edge, uses};
    }
    const constant = node.constants.find((one) => one.slot === slot);
    if (constant) {
      const label = numberFormat(lang).short(Number(constant.value));
      return {tensor: tensor(label, "value", constant.value), edge: null, uses: 1};
    }
    throw new TraceError("noOperand", name, node.op);
  });
}
