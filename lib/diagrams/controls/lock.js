import {html} from "htl";

/**
 * The notice that further steps wait for an answer.
 *
 * @param {View} prediction an element of `prediction`
 * @param {Words} words of `strings(lang)`
 * @param {() => void} onOpen called once: after the answer, or when the reader goes on without
 * @returns {HTMLElement & {show: (isWaiting: boolean) => void}}
 */
export function lock(prediction, words, onOpen) {
  const button = html`<button type="button" class="tw-text-button">${words.unlock}</button>`;
  const element = html`<div class="tw-lock"><p>${words.locked}</p>${button}</div>`;
  let isOpen = false;
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    element.hidden = true;
    onOpen();
  };
  button.addEventListener("click", () => {
    // The button is about to go; its focus would fall back to the top of the page.
    element.closest("[tabindex]")?.focus();
    open();
  });
  prediction.addEventListener("input", () => prediction.value?.answered && open());
  return Object.assign(element, {
    show(isWaiting) {
      element.classList.toggle("is-waiting", isWaiting);
    }
  });
}
