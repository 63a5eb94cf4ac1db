import {html} from "htl";

/**
 * Room for a table that may be wider or higher than it, and scrolls then. The focus can be put there in any
 * case; while nothing scrolls, the keys belong to the view around it.
 *
 * @returns {HTMLElement & {fill: (content: HTMLElement, name: string) => void,
 *   label: () => void}} `label` looks again whether it scrolls
 */
export function scroller() {
  // A group, not a region: two tables of one trace have the same name.
  const element = html`<div class="tw-scroller" role="group"></div>`;
  const label = () => {
    const {scrollWidth, clientWidth, scrollHeight, clientHeight} = element;
    const isLarger = scrollWidth > clientWidth || scrollHeight > clientHeight;
    element.toggleAttribute("data-scrolls", isLarger);
    element.tabIndex = isLarger ? 0 : -1;
  };
  const fill = (content, name) => {
    element.replaceChildren(content);
    element.setAttribute("aria-label", name);
    label();
  };
  if (globalThis.ResizeObserver) new ResizeObserver(label).observe(element);
  return Object.assign(element, {fill, label});
}

/**
 * Looks whether a drawing is wider than its room. If so it scrolls: the keyboard must reach it and
 * it needs a name.
 *
 * @param {HTMLElement} stage
 * @param {Words} words of `strings(lang)`
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
