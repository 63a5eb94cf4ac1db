/** What a still drawing never shows, by the states in which it is invisible. */
const HIDDEN = [
  {of: "tw-node", when: (is) => !is("is-now-forward") && !is("is-now-backward"), part: ".tw-halo"},
  {of: "tw-node", when: (is) => is("is-waiting"), part: ".tw-value .tw-number"},
  {of: "tw-node", when: (is) => !is("is-waiting"), part: ".tw-value .tw-slot"},
  {of: "tw-node", when: (is) => is("has-gradient"), part: ".tw-gradient .tw-slot"},
  {of: "tw-edge", when: (is) => is("is-waiting"), part: ".tw-local text"},
  {of: "tw-edge", when: (is) => !is("is-now-backward"), part: ".tw-halo"},
  {of: "tw-edge", when: (is) => is("is-sent"), part: ".tw-waiting"},
  {of: "tw-edge", when: (is) => !is("is-sent"), part: ".tw-sent"},
  {of: "tw-edge", when: (is) => !is("is-sent"), part: ".tw-contribution"}
];

/** The drawing has one name of its own, and nothing in it can be reached or moves. */
const LIVE = ["tabindex", "role", "aria-label"];

/**
 * Takes out of a drawing what only a live one needs: half of its weight.
 *
 * @param {any} drawing an SVG element of `makeDocument()`
 * @param {string} name the drawing's alternative text
 * @returns {any} the same element
 */
export function slim(drawing, name) {
  for (const group of drawing.descendants()) {
    for (const {of, when, part} of HIDDEN) {
      if (group.hasClass(of) && when((state) => group.hasClass(state))) {
        group.querySelectorAll(part).forEach((element) => element.remove());
      }
    }
    LIVE.forEach((attribute) => group.removeAttribute(attribute));
  }
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", name);
  return drawing;
}
