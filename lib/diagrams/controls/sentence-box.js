import {html} from "htl";
import {plain} from "../words/say.js";

/**
 * The sentence of the present step, in a live region. The longest sentence stands invisibly behind
 * it, so that the controls below never move.
 *
 * @param {import("../words/say.js").Part[][]} sentences by step
 * @returns {HTMLElement & {show: (index: number, isQuiet: boolean) => void,
 *   say: (parts: import("../words/say.js").Part[], isQuiet: boolean) => void}} `say` is for a sentence
 *   that is not among them; said again aloud, it is read out even if it stood there quietly
 */
export function sentenceBox(sentences) {
  const longest = sentences.reduce((one, other) =>
    plain(other).length > plain(one).length ? other : one
  );
  const live = html`<p class="tw-said" aria-live="polite" aria-atomic="true"></p>`;
  const element = html`<div class="tw-sentence">
    <p class="tw-ghost" aria-hidden="true">${longest.map(piece)}</p>${live}
  </div>`;
  let shown = null;
  const put = (key, parts, isQuiet) => {
    live.setAttribute("aria-live", isQuiet ? "off" : "polite");
    // The same sentence set again would be read out again.
    if (key === shown) return;
    shown = key;
    live.replaceChildren(...parts.map(piece));
  };
  return Object.assign(element, {
    show: (index, isQuiet) => put(index, sentences[index], isQuiet),
    say: (parts, isQuiet) => put(`${plain(parts)}${isQuiet ? " " : ""}`, parts, isQuiet)
  });
}

function piece({text, kind}) {
  return kind ? html`<span class="${`tw-${kind}`}">${text}</span>` : document.createTextNode(text);
}
