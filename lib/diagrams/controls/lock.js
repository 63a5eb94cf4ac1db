import {html} from "htl";

/**
 * The notice that something waits for the answer to a question.
 *
 * @param {View & {showMe: () => void}} question an element of `prediction` or `quiz`
 * @param {Words} words of `strings(lang)`
 * @param {(hadFocus: boolean) => void} onOpen called once, when the answer was given or shown; its
 *   argument says whether the focus was in the notice, which is gone now
 * @returns {HTMLElement & {show: (isWaiting: boolean) => void, adopt: () => void}} `adopt` puts the
 *   question itself in the place of the notice: in a picture it is asked where its answer will be
 */
export function lock(question, words, onOpen) {
  const button = html`<button type="button" class="tw-text-button">${words.showMe}</button>`;
  const element = html`<div class="tw-lock"><p>${words.locked}</p>${button}</div>`;
  let isAdopted = false;
  let isWaiting = false;
  let isRead = true;
  const draw = () => element.classList.toggle("is-waiting", isWaiting || !isRead);
  const open = () => {
    if (!question.value?.answered) return;
    question.removeEventListener("input", open);
    const hadFocus = element.contains(document.activeElement);
    // The reply to an answer stays until something else is looked at.
    if (isAdopted) {
      element.classList.add("is-answered");
      isRead = false;
      untilTheNextPress(element, () => {
        isRead = true;
        draw();
      });
    } else element.hidden = true;
    onOpen(hadFocus);
  };
  button.addEventListener("click", () => question.showMe());
  question.addEventListener("input", open);
  return Object.assign(element, {
    show(/** @type {boolean} */ waits) {
      isWaiting = waits;
      draw();
    },
    adopt() {
      if (question.value?.answered) return;
      isAdopted = true;
      question.classList.add("is-in-picture");
      question.addEventListener("click", answerAtOnce);
      element.replaceChildren(question);
    }
  });
}

/** Wait until the reader uses the figure around the element, or a phrase that sets a figure. */
function untilTheNextPress(/** @type {HTMLElement} */ element, /** @type {() => void} */ act) {
  const kinds = ["pointerup", "keydown", "click"];
  const look = (/** @type {any} */ {type, key, target}) => {
    const figure = element.closest("[data-figure]:not(.tw-prediction)");
    const isUse = figure?.contains(target) && !element.contains(target) && key !== "Tab" && key !== "Shift";
    if (!isUse && !(type === "click" && target.closest("a[href*='#']"))) return;
    for (const kind of kinds) document.removeEventListener(kind, look, true);
    // Only then: nothing moves away from under a press.
    setTimeout(act);
  };
  for (const kind of kinds) document.addEventListener(kind, look, true);
}

/** A choice that is pressed is the answer; by the keyboard one chooses first, and then presses Enter. */
function answerAtOnce(/** @type {MouseEvent} */ {target, detail, currentTarget}) {
  const option = /** @type {Element} */ (target).closest(".tw-option");
  if (!option || detail === 0 || /** @type {Element} */ (target).matches("input")) return;
  const form = /** @type {HTMLFormElement} */ (currentTarget);
  // The press itself chooses, after this.
  setTimeout(() => form.requestSubmit());
}
