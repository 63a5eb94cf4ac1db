import {lock} from "../controls/lock.js";

/**
 * Keeps the output of a cell, or a figure, back until a prediction about it is made, or the reader
 * goes on without. A page without scripts, and a printed one, show it.
 *
 * @param {string} id the label of the cell or the figure
 * @param {HTMLElement} prediction an element of `prediction`
 * @param {object} words of `strings(lang)`
 */
export function hold(id, prediction, words) {
  const place = document.getElementById(id);
  const figure = place?.querySelector(":scope > figure");
  const outputs = figure ? [figure] : [...(place?.querySelectorAll(":scope > .cell-output") ?? [])];
  if (outputs.length === 0) throw new Error(`holds: no cell "${id}" with an output on this page`);
  const locked = figure ? words.heldFigure : words.held;
  const notice = lock(prediction, {...words, locked}, () => {
    const hadFocus = notice.contains(document.activeElement);
    notice.remove();
    for (const output of outputs) output.classList.remove("tw-held");
    if (hadFocus) {
      // The button that had it is gone; go on reading where it stood.
      outputs[0].tabIndex = -1;
      outputs[0].focus();
    }
  });
  for (const output of outputs) output.classList.add("tw-held");
  outputs[0].before(notice);
  notice.show(true);
}
