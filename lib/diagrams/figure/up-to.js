import {html} from "htl";
import {lock} from "../controls/lock.js";
import {setFigure} from "./links.js";

/**
 * A figure that is drawn up to what is asked about it, and whole once the answer was given or shown.
 * Asked again with other numbers, it takes them and waits again.
 *
 * @template {Options} T
 * @param {T} options of the view; `after` has a `prediction`, and what holds until its answer:
 *   `of`, which is shown in the place of the figure's own data, and options; `then` is the state that
 *   the answer brings, as a phrase writes it
 * @param {(options: Omit<T, "after">, of?: any) => View} draw
 * @param {Words} words of `strings(lang)`
 * @returns {View & {eachView?: (act: (view: View) => void) => void}} `eachView` does something with
 *   what is drawn now, and with what is drawn later
 */
export function upTo({after, ...options}, draw, words) {
  const {answered, numbers} = after?.prediction.value ?? {};
  // On paper a stub is in the place of the question: all of its properties are functions.
  const hasDraws = typeof numbers === "object";
  if (!after || (answered && !hasDraws)) return draw(options);
  const {prediction, of, then, ...until} = after;
  let settle = (/** @type {View} */ _) => {};
  let isWaiting = false;
  /** @type {View} */
  let now;
  const place = html`<div class="tw-up-to"></div>`;
  const follow = () => {
    if (hasDraws) now.value = prediction.value.numbers;
  };
  const put = (/** @type {View} */ view) => {
    now = view;
    settle(now);
    place.replaceChildren(now);
    follow();
  };
  const wait = () => {
    const notice = lock(prediction, {...words, locked: words.heldFigure}, (hadFocus) => {
      isWaiting = false;
      const whole = draw(options);
      // In a picture the reply stays until the next press.
      if (!notice.hidden) seat(notice, whole);
      notice.show(false);
      put(whole);
      if (then) setFigure(options.id, /** @type {Record<string, string>} */ (then));
      if (hadFocus) now.focus();
    });
    notice.show(true);
    isWaiting = true;
    // Moved leaves might give the answer away.
    const part = draw({...options, ...until, live: false}, of);
    seat(notice, part);
    put(part);
  };
  if (answered) put(draw(options));
  else wait();
  if (hasDraws) {
    prediction.addEventListener("input", () => {
      if (!isWaiting && !prediction.value.answered) wait();
      else follow();
    });
  }
  place.eachView = (/** @type {(view: View) => void} */ act) => {
    settle = act;
    act(now);
  };
  return Object.defineProperty(place, "value", {
    get: () => now.value,
    set(value) {
      now.value = value;
    }
  });
}

/** The question is asked below the drawing, above the controls; without those, above the table's button. */
function seat(/** @type {HTMLElement} */ notice, /** @type {View} */ view) {
  const line = view.querySelector(":scope > :is(.tw-line, .tw-twin-button)");
  if (line) line.before(notice);
  else view.append(notice);
}
