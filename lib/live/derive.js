/** The lines that a reader derives: site.js loads it, through page.js, on a page that has a `.derive-bench`. */
import {html} from "htl";
import css from "./derive/derive.css";
import {asker} from "./derive/asker.js";
import {bench} from "./derive/bench.js";
import {deriveWords} from "./words/words.js";

/**
 * Put the bench into its place.
 *
 * @param {HTMLElement} place `.derive-bench`; `data-lines` names the lines of a page that asks for some only
 * @param {Runner} engine
 */
export async function enlivenDerive(place, engine) {
  if (!document.querySelector("style.derive-styles")) {
    document.head.append(html`<style class="derive-styles">${css}</style>`);
  }
  const words = deriveWords();
  const ask = asker(engine);
  const all = await ask("listed");
  const only = place.dataset.lines?.split(" ");
  const keys = only ? all.keys.filter((/** @type {string} */ key) => only.includes(key)) : all.keys;
  place.append(bench({ask, words, keys, forward: all.forward, id: place.id}));
  place.classList.add("is-live");
}
