import {html} from "htl";
import {savedTexts, shapeText, toNumber} from "../../words/numbers.js";
import {bareName} from "../../words/operations.js";
import {amountText} from "./row.js";
/** @import {Context, Row} from "./rows.js" */

/**
 * The tape at one step as a table: each operation with its result and what it keeps, received and sent.
 *
 * @param {Trace} trace
 * @param {Row[]} rows
 * @param {number} index the step
 * @param {Context} context
 * @returns {HTMLTableElement}
 */
export function tapeTable(trace, rows, index, context) {
  const {words} = context;
  const heads = ["operation", "shape", "value", "saved", "receives", "sends"];
  return html`<table class="tw-table">
    <caption>${words.tapeTitle(trace.nodes.at(-1).label)}</caption>
    <thead><tr>${heads.map((name) => html`<th scope="col">${words.heads[name]}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => line(trace, row, index, context))}</tbody>
  </table>`;
}

/** @param {Trace} trace @param {Row} row @param {number} index @param {Context} context */
function line(trace, row, index, context) {
  const {words, format} = context;
  const node = trace.nodes[row.node];
  const name = (/** @type {number} */ id) => bareName(trace.nodes[id], words, format.short);
  const amount = (/** @type {Amount} */ grad) => amountText(grad, format.short);
  const arrived = row.arrivals.filter(({at}) => at <= index).at(-1);
  const total = row.seed !== null && row.seed <= index ? row.total : arrived?.total ?? null;
  const sent = row.sends.filter(({at}) => at <= index);
  const isWritten = row.at <= index;
  const value = toNumber(node.value) ?? toNumber(node.summary?.norm);
  const made = value === null ? "" : `${node.shape.length > 0 ? "‖·‖ " : ""}${format.short(value)}`;
  return html`<tr>
    <th scope="row">${name(row.node)}</th>
    <td class="tw-shape">${shapeText(node.shape)}</td>
    <td class="tw-value">${isWritten ? made : "–"}</td>
    <td>${isWritten ? lines(savedTexts(trace, node, context)) : "–"}</td>
    <td class="tw-grad">${total === null ? "–" : amount(total)}</td>
    <td>${lines(sent.map((one) => `${name(one.to)}: ${amount(one.contribution)}`))}</td>
  </tr>`;
}

function lines(/** @type {string[]} */ texts) {
  return texts.map((text) => html`<div>${text}</div>`);
}
