/** The break-it lab of module 01: site.js brings it, through page.js, to the page that has one. */
import {html} from "htl";
import {bench} from "./lab/bench.js";
import {puzzle} from "./lab/puzzle.js";
import {watcher} from "./lab/watching.js";
import {words} from "./lab/words.js";
import css from "./lab/lab.css";

/**
 * Puts what can be run into its place.
 *
 * @param {HTMLElement} place `.lab-bench` or `.lab-puzzle` of the page
 * @param {Fields} engine of client.js
 */
export function enlivenLab(place, engine) {
  if (!document.querySelector("style.lab-styles")) {
    document.head.append(html`<style class="lab-styles">${css}</style>`);
  }
  const data = published();
  const lang = document.documentElement.lang === "es" ? "es" : "en";
  const tools = {data, lang, says: words[lang], ...watcher(engine, data), stop: engine.stop};
  place.append(place.matches(".lab-puzzle") ? puzzle(tools) : bench(tools, place.id));
  place.classList.add("is-live");
}

/** What the page's Python handed over as `lab`. */
function published() {
  for (const script of document.querySelectorAll('script[type="ojs-define"]')) {
    const found = JSON.parse(script.textContent).contents.find(({name}) => name === "lab");
    if (found) return found.value;
  }
  throw new Error("the page publishes no lab");
}
