import {bytesText, numberFormat} from "../../words/numbers.js";
import {nodeName} from "../../words/operations.js";
import {describeAmount, describeTensor} from "../../trace/describe.js";
import {incoming, savedBytes} from "../../trace/steps.js";
import {rowsTable} from "../../drawing/rows-table.js";

/**
 * The nodes of a trace as a table: operands, value, gradient at a step, what each saves.
 *
 * @param {Trace} trace
 * @param {import("../../trace/steps.js").State} state
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLTableElement}
 */
export function graphTable(trace, state, words) {
  const format = numberFormat(words.lang);
  const name = (/** @type {number} */ id) => nodeName(trace.nodes[id], words, format.short);
  const heads = ["Node", "Operands", "Group", "Value", "Gradient", "Saved"].map((key) => words[`table${key}`]);
  const rows = trace.nodes.map((node) => {
    const {isKnown, value, grad} = state.nodes[node.id];
    const valueText = trace.engine === "value"
      ? format.exact(value ?? Number.NaN)
      : describeTensor({...node, saved: []}, words, format);
    return [
      name(node.id),
      incoming(trace, node.id).map(({edge}) => name(edge.from)).join(", "),
      node.group ?? "",
      isKnown ? valueText : "",
      grad === null ? "" : describeAmount(grad, words, format),
      node.saved?.length ? bytesText(savedBytes(trace, [node]), words.lang) : ""
    ];
  });
  return rowsTable(words.drawing(trace.nodes.length), heads, rows);
}
