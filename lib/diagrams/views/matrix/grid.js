import {html} from "htl";
import {showCell} from "./cell.js";

/** Rows and columns that a key goes on; Enter picks the cell where the focus is. */
const MOVES = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
  Enter: [0, 0]
};

/**
 * One tensor as a grid of cells. A step changes classes and texts, never the structure.
 *
 * @param {import("./panel.js").Panel} panel
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @param {(cell: number) => void} onPick
 * @returns {HTMLElement & {show: (state: import("./cell.js").GridState) => void}}
 */
export function matrixGrid(panel, language, onPick) {
  const cells = panel.numbers.map((_, i) => html`<td tabindex="-1" data-cell=${i}></td>`);
  const element = drawGrid(panel, cells);
  const pick = (cell) => {
    cells[cell].focus();
    rove(cells, cell);
    onPick(cell);
  };
  element.addEventListener("click", ({target}) => {
    const cell = cells.indexOf(target.closest("td"));
    if (cell !== -1) pick(cell);
  });
  element.addEventListener("keydown", (event) => {
    const from = cells.indexOf(event.target);
    const to = from === -1 ? null : goal(event, from, panel);
    if (to === null) return;
    // The arrows of the view around it step; in a grid they go from cell to cell.
    event.preventDefault();
    event.stopPropagation();
    pick(to);
  });
  rove(cells, 0);
  const show = (state) => {
    cells.forEach((cell, i) => showCell(cell, i, panel, state, language));
    if (state.target !== null) rove(cells, state.target);
  };
  return Object.assign(element, {show});
}

function drawGrid({title, shape, kind, rows, columns}, cells) {
  const row = (r) => html`<tr>
    <th scope="row">${rows > 1 ? r : ""}</th>
    ${cells.slice(r * columns, (r + 1) * columns)}
  </tr>`;
  const heads = Array.from({length: columns}, (_, i) => html`<th scope="col">${i}</th>`);
  return html`<div class="${`tw-matrix-part tw-of-${kind}`}">
    <p class="tw-matrix-name" aria-hidden="true"><b>${title}</b> ${shape}</p>
    <table role="grid" aria-label=${`${title} ${shape}`}>
      <thead><tr><td></td>${heads}</tr></thead>
      <tbody>${Array.from({length: rows}, (_, r) => row(r))}</tbody>
    </table>
  </div>`;
}

/** One cell of a grid is a stop for Tab; the arrows go to the others. */
function rove(cells, to) {
  cells.forEach((cell, i) => (cell.tabIndex = i === to ? 0 : -1));
}

function goal(event, from, {rows, columns}) {
  const move = MOVES[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const within = (at, count) => Math.max(0, Math.min(count - 1, at));
  const row = within(Math.floor(from / columns) + move[0], rows);
  return row * columns + within((from % columns) + move[1], columns);
}
