/**
 * Looks whether a drawing is wider than its room. If so it scrolls: the keyboard must reach it and
 * it needs a name.
 *
 * @param {HTMLElement} stage
 * @param {object} words of `strings(lang)`
 */
export function scrolls(stage, words) {
  // A group, not a region: a page has many of them, all with the same name.
  const attributes = {tabindex: "0", role: "group", "data-scrolls": "", "aria-label": words.scroller};
  const isWide = stage.scrollWidth > stage.clientWidth;
  for (const [name, value] of Object.entries(attributes)) {
    if (isWide) stage.setAttribute(name, value);
    else stage.removeAttribute(name);
  }
}
