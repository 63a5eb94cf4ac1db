import {html} from "htl";
import {lock} from "../controls/lock.js";

/**
 * A figure that is drawn up to what is asked about it, and whole once the answer was given or shown.
 *
 * @param {Fields} options of the view; `after` has a `prediction`, and what holds until its answer:
 *   `of`, which is shown in the place of the figure's own data, and options
 * @param {(options: Fields, of?: any) => View} draw
 * @param {Words} words of `strings(lang)`
 * @returns {View}
 */
export function upTo({after, ...options}, draw, words) {
  const whole = draw(options);
  if (!after || after.prediction.value?.answered) return whole;
  const {prediction, of, ...until} = after;
  // Moved leaves might tell what is asked.
  let now = draw({...options, ...until, live: false}, of);
  const notice = lock(prediction, {...words, locked: words.heldFigure}, (hadFocus) => {
    now = whole;
    place.replaceChildren(now);
    if (hadFocus) now.focus();
  });
  notice.show(true);
  const place = html`<div class="tw-up-to">${now}${notice}</div>`;
  return Object.defineProperty(place, "value", {
    get: () => now.value,
    set(value) {
      now.value = value;
    }
  });
}
