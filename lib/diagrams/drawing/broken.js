/**
 * Marks the node that has no result, where the engine refused a value.
 *
 * @param {Element} drawing
 * @param {number|undefined} id of the node; none is marked without it
 */
export function markBroken(drawing, id) {
  for (const mark of drawing.querySelectorAll(".tw-node")) {
    mark.classList.toggle("is-broken", mark.getAttribute("data-node") === String(id));
  }
}
