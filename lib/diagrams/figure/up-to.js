import {html} from "htl";
import {lock} from "../controls/lock.js";

/**
 * A figure that is drawn up to what is asked about it, and whole once the answer was given or shown.
 *
 * @template {Options} T
 * @param {T} options of the view
 * @param {(options: Omit<T, "after">, of?: any) => View} draw
 * @param {Words} words of `strings(lang)`
 * @returns {View & {eachView?: (act: (view: View) => void) => void}} `eachView` does something with
 *   what is drawn now, and with what is drawn later
 */
export function upTo({after, ...options}, draw, words) {
  if (!after || after.prediction.value?.answered) return draw(options);
  const {prediction, of, ...until} = after;
  let settle = (/** @type {View} */ _) => {};
  const notice = lock(prediction, {...words, locked: words.heldFigure}, (hadFocus) => {
    now = draw(options);
    // In a picture the reply stays until the next press.
    if (!notice.hidden) seat(notice, now);
    notice.show(false);
    settle(now);
    place.replaceChildren(now);
    if (hadFocus) now.focus();
  });
  notice.show(true);
  // Moved leaves might give the answer away.
  let now = draw({...options, ...until, live: false}, of);
  seat(notice, now);
  const place = html`<div class="tw-up-to">${now}</div>`;
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
