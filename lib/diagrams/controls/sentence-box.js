import {html} from "htl";
import {onceAFrame} from "../drawing/once-a-frame.js";
import {plain} from "../words/say.js";

/**
 * The sentence of the present step, in a live region. The longest sentence is invisibly behind
 * it, so that the controls below never move.
 *
 * @param {import("../words/say.js").Part[][]} sentences by step
 * @returns {HTMLElement & {show: (index: number) => void,
 *   say: (parts: import("../words/say.js").Part[], isQuiet: boolean) => void}} `say` is for a sentence
 *   that is not among them; said again aloud, it is read out even if it was there quietly
 */
export function sentenceBox(sentences) {
  const longest = sentences.reduce((one, other) =>
    plain(other).length > plain(one).length ? other : one
  );
  const live = html`<p class="tw-said" aria-live="polite" aria-atomic="true"></p>`;
  const element = html`<div class="tw-sentence">
    <p class="tw-ghost" aria-hidden="true">${longest.map(piece)}</p>${live}
  </div>`;
  /** @type {number|string|null} */
  let shown = null;
  /** In a picture it has two lines, or three small ones. */
  const measure = onceAFrame(() => {
    element.classList.remove("is-long");
    element.classList.toggle("is-long", live.offsetHeight > element.clientHeight);
  });
  /** @param {number|string} key @param {import("../words/say.js").Part[]} parts @param {boolean} isQuiet */
  const put = (key, parts, isQuiet) => {
    live.setAttribute("aria-live", isQuiet ? "off" : "polite");
    // The same sentence set again would be read out again.
    if (key === shown) return;
    shown = key;
    live.replaceChildren(...parts.map(piece));
    measure();
  };
  if (globalThis.ResizeObserver) new ResizeObserver(measure).observe(element);
  return Object.assign(element, {
    show: (/** @type {number} */ index) => put(index, sentences[index], false),
    say: (/** @type {import("../words/say.js").Part[]} */ parts, /** @type {boolean} */ isQuiet) => put(`${plain(parts)}${isQuiet ? " " : ""}`, parts, isQuiet)
  });
}

/** @param {import("../words/say.js").Part} part */
function piece({text, kind}) {
  return kind ? html`<span class="${`tw-${kind}`}">${text}</span>` : document.createTextNode(text);
}
