/**
 * Keep the output of a cell, or all that is in a block with an id, absent until the answer to a
 * question about it was given or shown. A page without scripts, and a printed one, show it.
 *
 * @param {string} id the label of the cell, or the id of the block
 * @param {Prediction} prediction
 */
export function hold(id, prediction) {
  const place = document.getElementById(id);
  const figure = place?.querySelector(":scope > figure");
  const isCell = place?.matches(".cell, .quarto-float");
  const all = [...(place?.querySelectorAll(isCell ? ":scope > .cell-output" : ":scope > *") ?? [])];
  const outputs = figure ? [figure] : all;
  if (outputs.length === 0) throw new Error(`holds: no cell "${id}" with an output on this page, and no block`);
  const open = () => {
    if (!prediction.value?.answered) return;
    prediction.removeEventListener("input", open);
    for (const output of outputs) output.classList.remove("tw-held");
  };
  prediction.addEventListener("input", open);
  for (const output of outputs) output.classList.add("tw-held");
}
