import {html} from "htl";

/**
 * A table of which each row begins with its name.
 *
 * @param {string} caption
 * @param {unknown[]} heads of the columns
 * @param {unknown[][]} rows the contents of the cells, the name first
 * @param {number} [current] the row that is marked as the present one
 * @returns {HTMLTableElement}
 */
export function rowsTable(caption, heads, rows, current) {
  return html`<table class="tw-table">
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, ...cells], i) => html`<tr aria-current=${i === current ? "true" : null}>
      <th scope="row">${name}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}
