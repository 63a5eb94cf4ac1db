import {html} from "htl";
import {bytesText, savedTexts, shapeText} from "../../words/numbers.js";
/** @import {NumberFormat} from "../../words/numbers.js" */
/** @import {By, Section, Sort} from "./rows.js" */

/** Columns, and what each sorts by. @type {[string, Sort["name"]|null][]} */
const COLUMNS = [
  ["number", "order"],
  ["operation", "name"],
  ["shape", null],
  ["saved", null],
  ["adds", "bytes"],
  ["refers", "referenced"]
];

/**
 * The sorted table of a ledger, with a heading and a subtotal for each section.
 *
 * @param {Trace} trace
 * @param {Section[]} sections
 * @param {Look} look
 * @param {Context} context
 * @returns {HTMLTableElement} its buttons say what they do in `data-sort`, `data-open`, `data-node`
 *
 * @typedef {{added: number, referenced: number}} Bytes
 * @typedef {{by: By, sort: Sort, open: Set<string|null>, selected: number|null, sums: Bytes}} Look `open` are keys
 *   of the sections whose rows show, `sums` those of all rows
 * @typedef {{words: Words, format: NumberFormat, hasBytes: boolean}} Context `hasBytes`: whether the trace has any
 */
export function ledgerTable(trace, sections, look, context) {
  const {words} = context;
  const entries = look.by !== "none" ? sections : sections.flatMap(({rows}) => rows);
  const most = Math.max(1, ...entries.flatMap(({added, referenced}) => [added, referenced]));
  return html`<table class="tw-table tw-ledger-table">
    <caption>${words.ledgerCaption(trace.nodes.at(-1).label)}</caption>
    <thead><tr>${COLUMNS.map((column) => head(column, look.sort, words))}</tr></thead>
    ${sections.map((section) => body(trace, section, look, most, context))}
    <tfoot><tr>
      <th scope="row" colspan="4">${words.total}</th>
      ${cells(look.sums, null, context)}
    </tr></tfoot>
  </table>`;
}

function head(/** @type {typeof COLUMNS[0]} */ [name, key], /** @type {Sort} */ sort, /** @type {Words} */ words) {
  const text = words.heads[name];
  if (!key) return html`<th scope="col">${text}</th>`;
  const isSorted = sort.name === key;
  const arrow = isSorted ? (sort.isDown ? "▼" : "▲") : "↕";
  return html`<th scope="col" aria-sort=${isSorted ? (sort.isDown ? "descending" : "ascending") : null}>
    <button type="button" data-sort=${key}>${text} <span aria-hidden="true">${arrow}</span></button>
  </th>`;
}

/** @param {Trace} trace @param {Section} section @param {Look} look @param {number} most @param {Context} context */
function body(trace, section, look, most, context) {
  const {words} = context;
  const isOpen = look.by === "none" || look.open.has(section.key);
  const lines = isOpen ? section.rows.map((row) => line(trace, row, look, most, context)) : null;
  if (look.by === "none") return html`<tbody>${lines}</tbody>`;
  return html`<tbody>
    <tr class="tw-ledger-section">
      <th scope="rowgroup" colspan="4"><button
        type="button"
        data-open=${section.key ?? ""}
        aria-expanded=${String(isOpen)}
      ><span aria-hidden="true">${isOpen ? "▾" : "▸"}</span> ${section.key ?? words.noGroup}
        <span class="tw-ledger-count">${words.nodes(section.rows.length)}</span></button></th>
      ${cells(section, most, context)}
    </tr>
    ${lines}
  </tbody>`;
}

/** @param {Trace} trace @param {Section["rows"][0]} row @param {Look} look @param {number} most
 * @param {Context} context */
function line(trace, row, {selected}, most, context) {
  const {words} = context;
  const node = trace.nodes[row.node];
  const isSelected = row.node === selected;
  const savedLines = savedTexts(trace, node, context).map((text) => html`<div>${text}</div>`);
  return html`<tr class=${isSelected ? "is-selected" : null}>
    <td>${row.node}</td>
    <th scope="row"><button type="button" data-node=${row.node} aria-pressed=${String(isSelected)}>${
      row.name
    }</button></th>
    <td class="tw-shape">${shapeText(node.shape)}</td>
    <td class="tw-ledger-saved">
      ${savedLines}${row.again > 0 ? html`<div class="tw-ledger-again">${words.again(row.again)}</div>` : null}
    </td>
    ${cells(row, most, context)}
  </tr>`;
}

/** The two columns of bytes: what an operation adds, and the leaves that it refers to.
 * @param {Bytes} bytes @param {number|null} most @param {Context} context */
function cells({added, referenced}, most, context) {
  return [cell(added, most, "tw-bar", context), cell(referenced, most, "tw-bar is-hatched", context)];
}

/** A rounded number of bytes. A screen reader, the focus and the pointer get the exact one.
 * @param {number} bytes @param {number|null} most @param {string} bar @param {Context} context */
function cell(bytes, most, bar, {words, format, hasBytes}) {
  if (!hasBytes) return html`<td class="tw-bytes">–</td>`;
  const short = bytesText(bytes, words.lang);
  const exact = `${format.exact(bytes)} B`;
  const width = most === null || bytes === 0 ? null : `width: ${(100 * bytes) / most}%`;
  return html`<td class="tw-bytes">
    <span class="tw-bytes-short">${short}</span>
    ${short === exact ? null : html`<span class="tw-bytes-exact">${exact}</span>`}
    ${width ? html`<span class=${bar} style=${width} aria-hidden="true"></span>` : null}
  </td>`;
}
