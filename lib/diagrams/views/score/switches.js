import {html} from "htl";
import {choices} from "../../controls/choices.js";

/**
 * What a reader can choose above a score: the run, the unit of a step, how bytes are stacked.
 *
 * @param {{name: string, steps: Fields[]}[]} runs
 * @param {string[]} engines
 * @param {Fields} look how the figure stands; changed here
 * @param {Words} words
 * @param {{run: (run: number) => void, redraw: () => void}} on
 * @returns {HTMLElement}
 */
export function switches(runs, engines, look, words, {run, redraw}) {
  const list = (texts) => Object.entries(texts).map(([value, text]) => ({value, text}));
  const made = [];
  if (runs.length > 1) {
    const entries = runs.map(({name}, i) => ({value: String(i), text: name}));
    made.push(shown(choices(words.run, entries, (value) => run(Number(value))), "0"));
  }
  const setting = (key, texts, after) => {
    made.push(shown(choices(words[key === "unit" ? "unit" : "stackBy"], list(texts), (value) => {
      look[key] = value;
      after();
    }), look[key]));
  };
  setting("unit", words.units, () => {});
  setting("by", words.stacks, redraw);
  const box = ([value, text]) => html`<label class="tw-choice"><input type="checkbox" value=${value}
    checked=${look.below.includes(value)}><span>${text}</span></label>`;
  const known = Object.entries(words.layers).filter(([key]) => hasLayer(runs, key));
  if (known.length > 0 && engines.length === 0) {
    const boxes = html`<fieldset class="tw-switch tw-score-layers">
      <legend>${words.layersLegend}</legend>${known.map(box)}
    </fieldset>`;
    boxes.addEventListener("input", (event) => event.stopPropagation());
    boxes.addEventListener("change", (event) => {
      event.stopPropagation();
      const checked = [...boxes.querySelectorAll(":checked")];
      look.below = checked.map(({value}) => value);
      redraw();
    });
    made.push(boxes);
  }
  return html`<div class="tw-score-switches">${made}</div>`;
}

function shown(element, value) {
  element.show(value);
  return element;
}

function hasLayer(runs, key) {
  return runs.some(({steps}) => steps.some(({told}) =>
    (key === "gradients" ? told.gradients.length : told[key]) > 0));
}
