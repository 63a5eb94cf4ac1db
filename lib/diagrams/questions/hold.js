import {lock} from "../controls/lock.js";

/**
 * Keeps the output of a cell, or all that is in a block with an id, back until the answer to a
 * question about it was given or shown. A page without scripts, and a printed one, show it.
 *
 * @param {string} id the label of the cell, or the id of the block
 * @param {View & {showMe: () => void}} prediction an element of `prediction` or `quiz`
 * @param {Words} words of `strings(lang)`
 */
export function hold(id, prediction, words) {
  const place = document.getElementById(id);
  const figure = place?.querySelector(":scope > figure");
  const isCell = place?.matches(".cell, .quarto-float");
  const all = [...(place?.querySelectorAll(isCell ? ":scope > .cell-output" : ":scope > *") ?? [])];
  const outputs = figure ? [figure] : all;
  const first = /** @type {HTMLElement} */ (outputs[0]);
  if (outputs.length === 0) throw new Error(`holds: no cell "${id}" with an output on this page, and no block`);
  const locked = figure ? words.heldFigure : words.held;
  const notice = lock(prediction, {...words, locked}, (hadFocus) => {
    notice.remove();
    for (const output of outputs) output.classList.remove("tw-held");
    if (hadFocus) {
      // The button that had it is gone; go on reading where it stood.
      first.tabIndex = -1;
      first.focus();
    }
  });
  for (const output of outputs) output.classList.add("tw-held");
  first.before(notice);
  notice.show(true);
}
