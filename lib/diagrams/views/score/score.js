import {html} from "htl";
import {controls} from "../../controls/controls.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {follow} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {scoreData} from "./data.js";
import {scoreFrame} from "./frame.js";
import {fitting, onLanes, pointing, scoreWalk, stepRange} from "./pointing.js";
import {sourcePanel} from "./source.js";
import {longest, scoreState} from "./state.js";
import {switches} from "./switches.js";
import {scoreTable} from "./table.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Data, Several, State} from "./types.js" */

/**
 * A whole step of training on one axis: modules as lanes, forward and backward, and under it the
 * bytes that are held for backward.
 *
 * @param {Score|Several} subject a score; or several `runs` to choose from, by name or by `switches`
 * @param {OwnOptions} [options]
 * @returns {HTMLElement & {value: number}} `value` is the place on the axis; a change dispatches
 *   `input`
 *
 * @typedef {Options & {by?: "kind"|"group", unit?: "node"|"module"|"line", scale?: "node"|"bytes"|"time",
 *   layers?: ("parameters"|"gradients"|"optimizer")[], source?: boolean}} OwnOptions those of `view.json`
 */
export function score(subject, options = {}) {
  return figure(manifest, options, 0, (words) =>
    upTo(options, (now, of = subject) => build(scoreData(of), now, words), words), own);
}

/** @param {Data} data @param {OwnOptions} options @param {Words} words */
function build(data, options, words) {
  const state = scoreState(data, options, words);
  const {runs, look} = state;
  const asked = askedOf(options.id);
  const hasSource = options.source !== false && runs.some(({step}) => step.told.source.length > 0);
  const source = hasSource ? sourcePanel(words) : null;
  const refit = () => {
    state.prepare();
    frame.draw();
    show(true);
  };
  const show = (isQuiet = false) => {
    if (state.hasLeft()) return refit();
    element.dataset.end = runs[look.run].end;
    state.scene.drawing.show(look.at);
    frame.layers.show(look.at);
    panel.say(sentence(), isQuiet || walk.isPlaying());
    // Places are counted from 1, as in sentences and in the table.
    const last = state.end() + 1;
    buttons.show({index: look.at + 1, first: 1, last, end: last, isPlaying: walk.isPlaying()});
    source?.show(state.step().told.source, state.nodeAt().place);
    refreshTwin();
  };
  const sentence = () => (state.remark ? [{text: state.remark}] : state.tell(look.at));
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const walk = scoreWalk(state, {show, report, isAlive: () => element.isConnected});
  const zoom = (/** @type {number} */ factor) => {
    state.zoom(factor);
    refit();
  };
  const read = () => ({step: look.at, run: look.run, scale: look.scale, layers: look.below.join()});
  // Its step is set once the scene is prepared.
  const opened = read();
  const copy = copyLink(options.id, read, words, opened);
  const buttons = controls(words, walk.on, null, copy);
  const frame = scoreFrame(state, words, zoom);
  const panel = sentenceBox([longest(runs, words)]);
  const choice = switches(state, words, {frame, refit, walk});
  const element = assemble({...frame, ...choice, panel, buttons, source}, options, words);
  element.classList.toggle("is-moving", state.moves !== null);
  const refreshTwin = twin(element, () => scoreTable(state.step(), state.scene, look.at, words), words,
    {picture: [frame.stage, frame.layers]});
  const set = (/** @type {unknown} */ to) => {
    walk.stop();
    state.remark = "";
    look.at = state.clamp(to);
    show(true);
  };
  Object.defineProperty(element, "value", {get: () => look.at, set});
  refit();
  state.remark = runs[0].says;
  look.at = opened.step = state.clamp(options.step ?? firstPlace(state));
  const apply = (/** @type {Record<string, string>} */ parameters) => {
    choice.apply(parameters);
    if (stepIn(parameters) !== null) walk.byHand(stepIn(parameters));
  };
  if (asked) apply(asked);
  show(true);
  keyboard(element, walk.on);
  stepRange(buttons.querySelector(".tw-range"), look, walk.on);
  onLanes(frame.stage, look, refit);
  // While the pointer is at a place, the sentence is about that place.
  const hover = (/** @type {number|null} */ at) => {
    state.scene.drawing.point(at);
    frame.layers.show(at ?? look.at);
    panel.say(at === null ? sentence() : state.tell(at), true);
  };
  const tap = (/** @type {number} */ row) => {
    if (!state.isNarrow() || row < 0) return false;
    state.openStrip(row);
    refit();
    return true;
  };
  const move = (/** @type {number} */ stop) => choice.set(state.moves, stop);
  pointing(frame.stage, () => state.scene, {go: walk.byHand, zoom, hover, tap, move});
  followLink(element, options.id, {read, apply});
  const fit = fitting(element, frame.stage, look, refit);
  element.panels = panelsOf(element, frame, source, fit, words);
  if (options.follow) follow(element, options.follow, {leads: asked !== null});
  return element;
}

/** @param {HTMLElement} element @param {ReturnType<typeof scoreFrame>} frame @param {HTMLElement|null} source
 * @param {(width: number, height: number) => void} fit @param {Words} words */
function panelsOf(element, {stage, layers, least}, source, fit, words) {
  const score = {name: "score", text: words.scorePanel, element: stage, most: 640, fit,
    get least() {
      return least(element.clientWidth);
    }};
  const code = {name: "code", text: words.codePanel, element: source, least: 130, most: 230, wide: 300};
  const held = {name: "held", text: words.heldPanel, element: layers, most: layers.most, wide: 240,
    get least() {
      return Math.min(130, layers.most(element.clientWidth));
    }};
  return [score, source && code, held].filter(Boolean);
}

/** @param {ReturnType<typeof scoreFrame> & ReturnType<typeof switches> &
 *   Record<"panel"|"buttons"|"source", HTMLElement|null>} parts @param {OwnOptions} options @param {Words} words */
function assemble({ofRuns, ofLook, stage, source, layers, panel, buttons, zoom, legend}, {title}, words) {
  return html`<div class="tw-score tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.scoreTitle}>
    ${ofRuns}${stage}${source}${layers}
    <div class="tw-panel">${panel}</div>${buttons}
    <div class="tw-score-top tw-rest">${ofLook}${zoom}${legend}</div>
  </div>`;
}

/** The place to open at: the error, or the peak of the memory. */
function firstPlace(/** @type {State} */ {runs: [{step}], scene}) {
  return scene.clock.start[step.told.failed ? step.nodes.length - 1 : scene.held.peak];
}
