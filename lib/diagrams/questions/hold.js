import {lock} from "../controls/lock.js";

/**
 * Keeps the output of a cell back until the answer to a question about it was given or shown. A page
 * without scripts, and a printed one, show it.
 *
 * @param {string} id the label of the cell
 * @param {View & {showMe: () => void}} prediction an element of `prediction` or `quiz`
 * @param {Words} words of `strings(lang)`
 */
export function hold(id, prediction, words) {
  const place = document.getElementById(id);
  const figure = place?.querySelector(":scope > figure");
  const all = [...(place?.querySelectorAll(":scope > .cell-output") ?? [])];
  const outputs = figure ? [figure] : all;
  const first = /** @type {HTMLElement} */ (outputs[0]);
  if (outputs.length === 0) throw new Error(`holds: no cell "${id}" with an output on this page`);
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
