import {html} from "htl";
import {plain} from "./say.js";

/**
 * The sentence of the present step, in a live region. The longest sentence stands invisibly behind
 * it, so that the controls below never move.
 *
 * @param {import("./say.js").Part[][]} sentences by step
 * @returns {HTMLElement & {show: (index: number, isQuiet: boolean) => void}}
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
  return Object.assign(element, {
    show(index, isQuiet) {
      live.setAttribute("aria-live", isQuiet ? "off" : "polite");
      // The same sentence set again would be read out again.
      if (index === shown) return;
      shown = index;
      live.replaceChildren(...sentences[index].map(piece));
    }
  });
}

function piece({text, kind}) {
  return kind ? html`<span class="${`tw-${kind}`}">${text}</span>` : document.createTextNode(text);
}
