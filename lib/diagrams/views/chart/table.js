import {html} from "htl";

/**
 * The numbers of a chart as a table, one row a point.
 *
 * @param {import("./data.js").ChartData} data
 * @param {object} options
 * @param {string} options.title
 * @param {(i: number) => string} options.xText
 * @param {(x: number|null) => string} options.entry
 * @param {number} options.at where the marker is
 * @returns {HTMLTableElement & {show: (index: number) => void}} `show` marks the marker's point
 */
export function chartTable({x, series}, {title, xText, entry, at}) {
  const rows = x.values.map((_, i) => html`<tr>
    <th scope="row">${xText(i)}</th>
    ${series.map(({values}) => html`<td>${entry(values[i])}</td>`)}
  </tr>`);
  const element = html`<table class="tw-table tw-chart-table">
    <caption>${title}</caption>
    <thead><tr>
      <th scope="col">${x.label}</th>
      ${series.map(
        ({label, unit}) => html`<th scope="col">${unit ? `${label} (${unit})` : label}</th>`
      )}
    </tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
  let marked = null;
  const show = (index) => {
    marked?.removeAttribute("aria-current");
    marked = rows[index];
    marked?.setAttribute("aria-current", "true");
  };
  show(at);
  return Object.assign(element, {show});
}
