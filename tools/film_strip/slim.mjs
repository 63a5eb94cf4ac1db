/** Selectors of elements that are invisible in a still drawing. */
/** @type {{of: string, part: string, when: (is: (state: string) => boolean) => boolean}[]} */
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

/** Attributes for interaction and accessibility: the drawing as a whole has its own name. */
const LIVE = ["tabindex", "role", "aria-label"];

/**
 * Remove the parts of a drawing that only a live one needs, which are half of its size.
 *
 * @param {import("./dom.mjs").Element} drawing
 * @param {string} name the drawing's alternative text
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
