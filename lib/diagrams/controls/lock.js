import {html} from "htl";

/**
 * The notice that something waits for the answer to a question.
 *
 * @param {View & {showMe: () => void}} question an element of `prediction` or `quiz`
 * @param {Words} words of `strings(lang)`
 * @param {(hadFocus: boolean) => void} onOpen called once, when the answer was given or shown, and
 *   told whether the notice, which is gone now, had the focus
 * @returns {HTMLElement & {show: (isWaiting: boolean) => void}}
 */
export function lock(question, words, onOpen) {
  const button = html`<button type="button" class="tw-text-button">${words.showMe}</button>`;
  const element = html`<div class="tw-lock"><p>${words.locked}</p>${button}</div>`;
  const open = () => {
    if (!question.value?.answered) return;
    question.removeEventListener("input", open);
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    onOpen(hadFocus);
  };
  button.addEventListener("click", () => question.showMe());
  question.addEventListener("input", open);
  return Object.assign(element, {
    show(isWaiting) {
      element.classList.toggle("is-waiting", isWaiting);
    }
  });
}
