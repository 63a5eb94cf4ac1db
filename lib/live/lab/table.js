import {html} from "htl";
import {numberFormat} from "../../diagrams/words/numbers.js";

/**
 * Return a table of gradients, name by name.
 *
 * @param {string} caption
 * @param {string[]} heads
 * @param {{name: string, cells: Entry[], isDifferent: boolean}[]} rows
 * @param {LabTools} tools
 * @returns {HTMLElement}
 */
export function table(caption, heads, rows, {lang, says}) {
  const {short} = numberFormat(lang);
  const write = (/** @type {Entry} */ x) => (x === null ? "–" : typeof x === "number" ? short(x) : x);
  return html`<div class="lab-table" role="group" tabindex="0" aria-label=${caption}><table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(({name, cells, isDifferent}) => html`<tr class=${isDifferent ? "is-different" : ""}>
      <th scope="row"><code>${name}</code></th>
      ${cells.map((x, i) => html`<td>${write(x)}${isDifferent && i === cells.length - 1
        ? html` <span>≠<span class="tw-unseen"> ${says.differsHere}</span></span>` : ""}</td>`)}
    </tr>`)}</tbody></table></div>`;
}
