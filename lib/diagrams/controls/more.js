import {html} from "htl";

/** What a figure offers beside its steps: in a picture it waits behind one button. */
const REST = ".tw-twin-button, .tw-copy, .tw-save, .tw-afresh, .tw-rest";

/**
 * A "…" button with a list of what is seldom wanted.
 *
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLDetailsElement & {take: (figure: HTMLElement) => void}} `take` moves a figure's
 *   seldom wanted buttons into the list
 */
export function more(words) {
  const list = html`<div class="tw-more-list"></div>`;
  const element = html`<details class="tw-more">
    <summary class="tw-button" aria-label=${words.more} title=${words.more}>…</summary>${list}
  </details>`;
  const close = () => {
    element.open = false;
  };
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !element.open) return;
    close();
    element.querySelector("summary").focus();
    event.stopPropagation();
  });
  element.addEventListener("focusout", (/** @type {FocusEvent} */ {relatedTarget}) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close();
  });
  list.addEventListener("click", (/** @type {Event} */ {target}) => {
    if (/** @type {Element} */ (target).closest(".tw-twin-button, .tw-afresh")) close();
  });
  const take = (/** @type {HTMLElement} */ figure) => {
    for (const part of figure.querySelectorAll(REST)) {
      if (!list.contains(part) && part.closest("[data-figure]") === figure) list.append(part);
    }
  };
  return Object.assign(element, {take});
}
