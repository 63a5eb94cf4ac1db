/** The break-it lab of module 01: site.js loads it, through page.js, on the page that has one. */
import {html} from "htl";
import {bench} from "./lab/bench.js";
import {published} from "./published.js";
import {puzzle} from "./lab/puzzle.js";
import {watcher} from "./lab/watching.js";
import {labWords, liveWords} from "./words/words.js";
import css from "./lab/lab.css";

/**
 * Put the bench or the puzzle into its place.
 *
 * @param {HTMLElement} place `.lab-bench` or `.lab-puzzle` of the page
 * @param {Runner} engine
 */
export function enlivenLab(place, engine) {
  if (!document.querySelector("style.lab-styles")) {
    document.head.append(html`<style class="lab-styles">${css}</style>`);
  }
  /** @type {LabData} */
  const data = published("lab");
  const says = labWords();
  /** @type {LabTools} */
  const tools = {data, lang: says.lang, says, causes: liveWords().causes, ...watcher(engine, data)};
  place.append(place.matches(".lab-puzzle") ? puzzle(tools) : bench(tools, place.id));
  place.classList.add("is-live");
}
