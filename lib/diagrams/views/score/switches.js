import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {nearest} from "./data.js";
import {tellDifference, tellStanding} from "./telling.js";
/** @import {Look, Run, State} from "./types.js" */

/**
 * The choices of a reader: the run, above a score; the unit of a step and how bytes are stacked, below it.
 *
 * @param {State} state
 * @param {Words} words
 * @param {{frame: ReturnType<typeof import("./frame.js").scoreFrame>, refit: () => void,
 *   walk: ReturnType<typeof import("./pointing.js").scoreWalk>}} parts of the figure
 * @returns {{ofRuns: HTMLElement|null, ofLook: HTMLElement,
 *   set: (which: number, choice: number) => void, apply: (parameters: Record<string, string>) => void}}
 */
export function switches(state, words, {frame, refit, walk}) {
  const {runs, settings, look} = state;
  const change = (/** @type {number} */ run) => {
    const settle = frame.transition();
    look.run = run;
    refit();
    settle();
    if (runs[run].step.told.failed) walk.go(state.end(), true);
    // All runs are compared with the first.
    state.remark = runs[run].says || (run === 0
      ? tellStanding(state.described(0), settings, words)
      : tellDifference(state.described(0), state.described(run), settings, words));
    walk.settle();
  };
  const set = (/** @type {number} */ which, /** @type {number} */ choice) => {
    const run = nearest(runs, runs[look.run].at, which, choice);
    if (run !== -1 && run !== look.run) change(run);
    showRun();
  };
  const ofRuns = settings.map(({label, choices: texts}, which) => {
    const entries = texts.map(({label: text}, i) => ({value: String(i), text}));
    return choices(label, entries, (choice) => set(which, Number(choice)));
  });
  if (runs.length > 1 && settings.length === 0) {
    const entries = runs.map(({name}, i) => ({value: String(i), text: name}));
    ofRuns.push(choices(words.run, entries, (value) => change(Number(value))));
  }
  const showRun = () => ofRuns.forEach((one, i) => one.show(String(runs[look.run].at[i] ?? look.run)));
  showRun();
  /** @param {"scale"|"unit"|"by"} key @param {string} legend @param {Record<string, string>} texts
   * @param {() => void} after */
  const setting = (key, legend, texts, after) => {
    const entries = Object.entries(texts).map(([value, text]) => ({value, text}));
    const element = choices(legend, entries, (value) => {
      Object.assign(look, {[key]: value});
      after();
    });
    element.show(look[key]);
    return element;
  };
  const scaleChoice = state.scales.length > 1
    ? setting("scale", words.scale, Object.fromEntries(state.scales.map((one) => [one, words.scales[one]])), refit)
    : null;
  const boxes = layerBoxes(state, words, refit);
  const ofLook = [
    setting("unit", words.unit, words.units, () => {}),
    setting("by", words.stackBy, words.stacks, refit),
    scaleChoice,
    boxes
  ];
  const row = (/** @type {(HTMLElement|null)[]} */ parts) => html`<div class="tw-score-switches">${parts}</div>`;
  /** Sets the choices of a link. */
  const apply = (/** @type {Record<string, string>} */ {run, scale, layers}) => {
    if (runs[Number(run)] && Number(run) !== look.run) change(Number(run));
    showRun();
    if (state.scales.includes(scale) && scale !== look.scale) {
      look.scale = scale;
      scaleChoice?.show(scale);
      refit();
    }
    if (layers === undefined || layers === look.below.join()) return;
    for (const input of boxes?.querySelectorAll("input") ?? []) input.checked = layers.split(",").includes(input.value);
    boxes?.dispatchEvent(new Event("change"));
  };
  return {ofRuns: ofRuns.length > 0 ? row(ofRuns) : null, ofLook: row(ofLook), set, apply};
}

/** The choice of layers below all others, if a run has any.
 * @param {State} state @param {Words} words @param {() => void} refit */
function layerBoxes({runs, look}, words, refit) {
  const names = /** @type {[Look["below"][number], string][]} */ (Object.entries(words.layers));
  const known = names.filter(([key]) => hasLayer(runs, key));
  if (known.length === 0) return null;
  const box = (/** @type {typeof names[number]} */ [value, text]) => html`<label class="tw-choice"><input type="checkbox" value=${value}
    checked=${look.below.includes(value)}><span>${text}</span></label>`;
  const boxes = html`<fieldset class="tw-switch tw-score-layers">
      <legend>${words.layersLegend}</legend>${known.map(box)}
    </fieldset>`;
  boxes.addEventListener("input", (/** @type {Event} */ event) => event.stopPropagation());
  boxes.addEventListener("change", (/** @type {Event} */ event) => {
    event.stopPropagation();
    look.below = [...boxes.querySelectorAll(":checked")].map(({value}) => value);
    refit();
  });
  return boxes;
}

function hasLayer(/** @type {Run[]} */ runs, /** @type {Look["below"][number]} */ key) {
  return runs.some(({step: {told}}) => (Array.isArray(told[key]) ? told[key].length : told[key]) > 0);
}
