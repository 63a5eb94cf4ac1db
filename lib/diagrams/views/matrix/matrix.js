import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {choices} from "../../controls/choices.js";
import {controls} from "../../controls/controls.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard, position, walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink, stepIn} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {matrixRoom} from "./room.js";
import {beginOf, matrixSteps, usersOf} from "./steps.js";
import {matrixTable} from "./table.js";
import {matrixStages} from "./view.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

const LOOKS = ["values", "heat", "sign"];

/**
 * Tensors of a trace as cells, computed cell by cell.
 *
 * @param {Trace} trace or plain rows `{rows: [[1, 2], [3, 4]], label, gradient}`
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step, of the view's own; a change
 *   dispatches `input`
 */
export function matrix(trace, options = {}) {
  const start = (words) => build(trace, options, words);
  return figure(manifest, options, 0, start, own);
}

function build(trace, options, words) {
  const language = {words, format: numberFormat(words.lang)};
  const stages = matrixStages(trace, options, language);
  const steps = matrixSteps(stages);
  const at = position(steps);
  const now = {look: LOOKS[0], picked: null};
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  const show = (change) => {
    Object.assign(now, change);
    render();
  };
  const title = options.title ?? words.matrix.title(stages.map((stage) => stage.title));
  at.set(options.step ?? 0);
  const about = {stages, steps, at, on, language};
  const parts = makeParts(about, options.id, show);
  const element = assemble(parts, title, words);
  const table = () => matrixTable(stages, steps, title, language);
  const refresh = twin(element, table, words);
  const render = () => {
    // The chosen cell stays until the step changes.
    if (now.picked?.step !== at.index()) now.picked = null;
    draw(parts, about, now);
    refresh();
  };

  at.set(stepIn(asked(options.id)) ?? at.index());
  render();
  keyboard(element, on);
  followLink(element, options.id, {
    read: () => ({step: at.index()}),
    apply: (parameters) => on.go(stepIn(parameters) ?? at.index())
  });
  defineValue(element, at, render);
  return element;
}

function makeParts({stages, steps, at, on, language}, id, show) {
  const {words} = language;
  const sentences = steps.map(({stage, cell}) =>
    cell === null ? stages[stage].intro : stages[stage].tell(cell)
  );
  const pick = (panel, cell) => {
    const {stage} = steps[at.index()];
    const {cells, panels} = stages[stage];
    const isStep = cells === "stand" || (panel === panels.length - 1 && cells === "arrive");
    if (isStep) {
      show({picked: null});
      on.go(beginOf(steps, stage) + 1 + cell);
    } else {
      on.stop();
      show({picked: {panel, cell, step: at.index()}});
    }
  };
  const titles = stages.map((stage, i) => ({value: String(i), text: stage.title}));
  const goTo = (stage) => on.go(beginOf(steps, Number(stage)));
  const looks = LOOKS.map((value) => ({value, text: words.matrix[value]}));
  const copy = copyLink(id, () => ({step: at.index()}), words, {step: at.index()});
  return {
    room: matrixRoom(stages, language, pick),
    sentence: sentenceBox(sentences),
    controls: controls(words, on, null, copy),
    stages: stages.length > 1 ? choices(words.matrix.stages, titles, goTo) : null,
    looks: choices(words.matrix.looks, looks, (look) => show({look}))
  };
}

function draw(parts, {stages, steps, at, on, language}, {look, picked}) {
  const index = at.index();
  const {stage, cell} = steps[index];
  const {cells, panels} = stages[stage];
  const result = panels.length - 1;
  const isKnown = (panel, i) =>
    panel < result || cells !== "arrive" || (cell !== null && i <= cell);
  parts.room.show({stage, look, isKnown, lights: lightsOf(stages[stage], cell, picked)});
  if (picked) parts.sentence.say(tellUsers(stages[stage], picked, language), false);
  else parts.sentence.show(index);
  parts.controls.show({index, ...at.range(), end: at.end, isPlaying: on.isPlaying()});
  parts.stages?.show(String(stage));
  parts.looks.show(look);
}

/** The cells that take part: in the result's present cell, or in whatever uses the picked one. */
function lightsOf(stage, cell, picked) {
  const result = stage.panels.length - 1;
  if (picked) {
    const users = usersOf(stage, picked.panel, picked.cell);
    return [{...picked, isTarget: true}, ...users.map((user) => ({panel: result, cell: user}))];
  }
  if (cell === null) return [];
  return [{panel: result, cell, isTarget: true}, ...stage.uses(cell)];
}

function assemble(parts, title, words) {
  return html`<div
    class="tw-stepper tw-matrix"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title}
  >
    <div class="tw-matrix-bar">${parts.stages}${parts.looks}</div>
    ${parts.room}
    <div class="tw-panel">${parts.sentence}${parts.controls}</div>
  </div>`;
}

/** As Observable's inputs do: setting `value` draws it and dispatches nothing. */
function defineValue(element, at, render) {
  return Object.defineProperty(element, "value", {
    get: () => at.index(),
    set: (step) => {
      at.set(step);
      render();
    }
  });
}

/** Users that are listed by name. */
const MOST_NAMES = 6;

/**
 * Who uses a cell, in words.
 *
 * @param {import("./product.js").Stage} stage
 * @param {{panel: number, cell: number}} picked
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {import("../../words/say.js").Part[]}
 */
function tellUsers(stage, {panel, cell}, {words, format}) {
  const from = stage.panels[panel];
  const result = stage.panels.at(-1);
  const users = usersOf(stage, panel, cell);
  const names = users.slice(0, MOST_NAMES).map((user) => result.names[user]);
  if (users.length > MOST_NAMES) names.push("…");
  return words.matrix.usedBy(
    {text: from.names[cell], kind: from.kind},
    {text: format.short(from.numbers[cell]), kind: from.kind},
    users.length,
    {text: names.join(words.listSeparator), kind: result.kind}
  );
}
