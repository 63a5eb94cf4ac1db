import {html} from "htl";

/**
 * Buttons over the names of the lanes that hold others: they fold and unfold.
 *
 * @param {{rows: import("./lanes.js").Lane[], names: {name: string}[], drawing: Fields}} scene
 * @param {Set<string>} open
 * @param {Words} words
 * @returns {HTMLElement}
 */
export function laneLabels({rows, names, drawing}, open, words) {
  const {head, row: high, gutter} = drawing.sizes;
  const button = ({path, below}, row) => {
    if (below.length === 0) return null;
    const isOpen = open.has(path);
    return html`<button type="button" data-lane=${path} aria-expanded=${String(isOpen)}
      aria-label=${names[row].name} style=${`top:${head + row * high}px;width:${gutter}px`}
    ><span aria-hidden="true">${isOpen ? "▾" : "▸"}</span></button>`;
  };
  return html`<div class="tw-score-lanes" role="group" aria-label=${words.lanes}>${rows.map(button)}</div>`;
}

/**
 * Where there is room for one lane only: which one.
 *
 * @param {Words} words
 * @param {(row: number) => void} onPick
 * @returns {HTMLElement & {show: (names: {name: string, depth: number}[], row: number) => void}}
 */
export function lanePicker(words, onPick) {
  const select = html`<select></select>`;
  const element = html`<label class="tw-score-lane"><span>${words.lane}</span> ${select}</label>`;
  select.addEventListener("input", (event) => event.stopPropagation());
  select.addEventListener("change", (event) => {
    event.stopPropagation();
    onPick(select.selectedIndex);
  });
  const show = (names, row) => {
    if (select.options.length !== names.length) {
      select.replaceChildren(...names.map(({name, depth}) => html`<option>${"\u2003".repeat(depth)}${name}</option>`));
    }
    select.selectedIndex = row;
  };
  return Object.assign(element, {show});
}
