import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {nodeName} from "../../words/operations.js";
import {describeAmount, describeTensor} from "../../trace/describe.js";
import {incoming, savedBytes} from "../../trace/steps.js";

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
  const name = (id) => nodeName(trace.nodes[id], words, format.short);
  const head = ["Node", "Operands", "Group", "Value", "Gradient", "Saved"];
  const row = (node) => {
    const {isKnown, value, grad} = state.nodes[node.id];
    const operands = incoming(trace, node.id).map(({edge}) => name(edge.from)).join(", ");
    const valueText = trace.engine === "value"
      ? format.exact(value ?? Number.NaN)
      : describeTensor({...node, saved: []}, words, format);
    return html`<tr>
      <th scope="row">${name(node.id)}</th>
      <td>${operands}</td>
      <td>${node.group ?? ""}</td>
      <td>${isKnown ? valueText : ""}</td>
      <td>${grad === null ? "" : describeAmount(grad, words, format)}</td>
      <td>${node.saved?.length ? bytesText(savedBytes(trace, [node]), words.lang) : ""}</td>
    </tr>`;
  };
  return html`<table class="tw-table">
    <caption>${words.drawing(trace.nodes.length)}</caption>
    <thead><tr>${head.map((key) => html`<th scope="col">${words[`table${key}`]}</th>`)}</tr></thead>
    <tbody>${trace.nodes.map(row)}</tbody>
  </table>`;
}
