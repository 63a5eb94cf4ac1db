import {html} from "htl";
import {plain} from "../../words/say.js";

/**
 * What a matrix view says, as a table: how each cell of each result is computed.
 *
 * @param {import("./product.js").Stage[]} stages
 * @param {{stage: number, cell: number|null}[]} steps
 * @param {string} title
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {HTMLTableElement}
 */
export function matrixTable(stages, steps, title, {words, format}) {
  const row = ({stage, cell}) => {
    const result = stages[stage].panels.at(-1);
    return html`<tr>
      <th scope="row">${result.names[cell]}</th>
      <td>${plain(stages[stage].equation(cell))}</td>
      <td>${format.exact(result.numbers[cell])}</td>
    </tr>`;
  };
  return html`<table>
    <caption>${title}</caption>
    <thead><tr>
      ${[words.matrix.cellHead, words.matrix.howHead, words.matrix.numberHead].map(
        (head) => html`<th scope="col">${head}</th>`
      )}
    </tr></thead>
    <tbody>${steps.filter(({cell}) => cell !== null).map(row)}</tbody>
  </table>`;
}
