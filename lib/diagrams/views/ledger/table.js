import {html} from "htl";
import {bytesText, savedTexts, shapeText} from "../../words/numbers.js";

/**
 * Columns, and what each sorts by.
 *
 * @type {[string, string|null][]}
 */
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
 * @param {ReturnType<typeof import("./rows.js").arranged>} sections
 * @param {object} look
 * @param {boolean} look.hasSections
 * @param {Parameters<typeof import("./rows.js").arranged>[2]} look.sort
 * @param {Set<string|null>} look.open keys of the sections whose rows show
 * @param {number|null} look.selected
 * @param {{added: number, referenced: number}} look.sums of all rows
 * @param {object} context
 * @param {Words} context.words of `strings(lang)`
 * @param {import("../../words/numbers.js").NumberFormat} context.format
 * @param {boolean} context.hasBytes whether the trace has any
 * @returns {HTMLTableElement} its buttons say what they do in `data-sort`, `data-open`, `data-node`
 */
export function ledgerTable(trace, sections, look, context) {
  const {words} = context;
  const entries = look.hasSections ? sections : sections.flatMap(({rows}) => rows);
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

function head([name, key], sort, words) {
  const text = words.heads[name];
  if (!key) return html`<th scope="col">${text}</th>`;
  const isSorted = sort.name === key;
  const arrow = isSorted ? (sort.isDown ? "▼" : "▲") : "↕";
  return html`<th scope="col" aria-sort=${isSorted ? (sort.isDown ? "descending" : "ascending") : null}>
    <button type="button" data-sort=${key}>${text} <span aria-hidden="true">${arrow}</span></button>
  </th>`;
}

function body(trace, section, look, most, context) {
  const {words} = context;
  const isOpen = !look.hasSections || look.open.has(section.key);
  const lines = isOpen ? section.rows.map((row) => line(trace, row, look, most, context)) : null;
  if (!look.hasSections) return html`<tbody>${lines}</tbody>`;
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

/** The two columns of bytes: what an operation adds, and the leaves that it refers to. */
function cells({added, referenced}, most, context) {
  return [cell(added, most, "tw-bar", context), cell(referenced, most, "tw-bar is-hatched", context)];
}

/** A rounded number of bytes. A screen reader, the focus and the pointer get the exact one. */
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
