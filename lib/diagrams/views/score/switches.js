import {html} from "htl";
import {choices} from "../../controls/choices.js";

/**
 * What a reader can choose: the run, above a score; the unit of a step and how bytes are stacked, below.
 *
 * @param {object} given
 * @param {import("./data.js").Run[]} given.runs
 * @param {string[]} given.engines
 * @param {{label: string, choices: {label: string}[]}[]} given.settings switches of the runs
 * @param {Fields} look how the figure stands; changed here
 * @param {Words} words
 * @param {{run: (run: number) => void, setting: (which: number, choice: number) => number[],
 *   redraw: () => void}} on `setting` returns how all of them stand then
 * @returns {{ofRuns: HTMLElement|null, ofLook: HTMLElement}} what is shown, and how
 */
export function switches({runs, engines, settings}, look, words, {run, setting: set, redraw}) {
  const list = (texts) => Object.entries(texts).map(([value, text]) => ({value, text}));
  const ofRuns = [];
  const made = [];
  const positions = settings.map(({label, choices: texts}, which) => {
    const entries = texts.map(({label: text}, i) => ({value: String(i), text}));
    const pick = (value) => {
      const now = set(which, Number(value));
      positions.forEach((one, i) => one.show(String(now[i])));
    };
    return shown(choices(label, entries, pick), String(runs[0].at[which]));
  });
  ofRuns.push(...positions);
  if (runs.length > 1 && settings.length === 0) {
    const entries = runs.map(({name}, i) => ({value: String(i), text: name}));
    ofRuns.push(shown(choices(words.run, entries, (value) => run(Number(value))), "0"));
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
  const row = (switches) => html`<div class="tw-score-switches">${switches}</div>`;
  return {ofRuns: ofRuns.length > 0 ? row(ofRuns) : null, ofLook: row(made)};
}

function shown(element, value) {
  element.show(value);
  return element;
}

function hasLayer(runs, key) {
  return runs.some(({steps}) => steps.some(({told}) =>
    (key === "gradients" ? told.gradients.length : told[key]) > 0));
}
