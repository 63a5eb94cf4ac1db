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
import {differences} from "./differences.js";
import {scoreFrame} from "./frame.js";
import {fitting, onLanes, pointing, scoreWalk, stepRange} from "./pointing.js";
import {sourcePanel} from "./source.js";
import {LEAST, longest, scoreState} from "./state.js";
import {switches} from "./switches.js";
import {scoreTable} from "./table.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * A whole step of training on one time axis: modules as lanes, forward and backward, and under it
 * the bytes that are held for backward.
 *
 * @param {any} subject a score; several `runs` to choose from, by name or by `switches`; or two
 *   `engines` side by side
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the place on the axis; a change dispatches
 *   `input`
 */
export function score(subject, options = {}) {
  return figure(manifest, options, 0, (words) => upTo(
    options,
    (now, of = subject) => build(scoreData(of), now, words),
    words
  ), own);
}

function build(data, options, words) {
  const state = scoreState(data, options, words);
  const {runs, look} = state;
  const asked = stepIn(askedOf(options.id));
  const source = options.source === false || !hasSource(runs) ? null : sourcePanel(words);
  const refit = () => {
    state.prepare();
    frame.draw();
    show(true);
  };
  const show = (isQuiet = false) => {
    if (state.hasLeft()) return refit();
    state.scene.drawing.show(look.at);
    frame.layers.show(look.at);
    panel.say(state.tell(look.at), isQuiet || walk.isPlaying());
    const last = state.end() + 1;
    // Moments are counted from 1, as in sentences and in the table.
    buttons.show({index: look.at + 1, first: 1, last, end: last, isPlaying: walk.isPlaying(), isOnePass: false});
    if (source) {
      const steps = state.steps();
      source.show(steps.at(-1).told.source, state.nodeAt(steps.length - 1).place);
    }
    refreshTwin();
  };
  const walk = scoreWalk(state, {
    show,
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  const zoom = (factor) => {
    look.zoom = Math.max(1, Math.min(state.scene.time.length / LEAST, look.zoom * factor));
    refit();
  };
  // Where it opens is known once it is laid out.
  const opened = {step: 0};
  const copy = copyLink(options.id, () => ({step: look.at}), words, opened);
  const buttons = controls(words, walk.on, null, copy);
  const frame = scoreFrame(state, options, words, {go: walk.byHand, zoom});
  const panel = sentenceBox([longest(runs, words)]);
  const choice = switches(state, words, {frame, refit, walk});
  const element = assemble({...frame, ...choice, panel, buttons, source}, options, words,
    differences(state, words, walk.byHand));
  const refreshTwin = twin(element, () => scoreTable(state.steps(), state.scene, look.at, words), words,
    {picture: [frame.stage, frame.layers]});
  Object.defineProperty(element, "value", {
    get: () => look.at,
    set: (to) => {
      walk.stop();
      look.at = state.clamp(to);
      show(true);
    }
  });
  refit();
  opened.step = state.clamp(options.step ?? firstPlace(state));
  look.at = state.clamp(asked ?? opened.step);
  choice.begin();
  show(true);
  keyboard(element, walk.on);
  stepRange(buttons.querySelector(".tw-range"), look, walk.on);
  onLanes(frame.stage, look, refit);
  pointing(frame.stage, () => state.scene, {
    go: walk.byHand,
    // What is pointed at is described in place of the present moment, as long as it is.
    hover: (at) => {
      state.scene.drawing.point(at);
      frame.layers.show(at ?? look.at);
      panel.say(state.tell(at ?? look.at), true);
    },
    zoom
  });
  followLink(element, options.id, {
    read: () => ({step: look.at}),
    apply: (parameters) => walk.byHand(stepIn(parameters) ?? look.at)
  });
  fitting(frame.stage, look, refit);
  if (options.follow) follow(element, options.follow, {leads: asked !== null});
  return element;
}

const hasSource = (runs) => runs.some(({steps}) => steps.at(-1).told.source.length > 0);

function assemble(parts, {title}, words, surplus) {
  const {ofRuns, ofLook, note, picker, stage, panel, buttons, source, layers, legend, zoom} = parts;
  return html`<div class="tw-score" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.scoreTitle}>
    ${ofRuns}${ofRuns ? note : null}${picker}${stage}
    <div class="tw-score-below">
      <div class="tw-panel">${panel}${buttons}</div>
      ${source}
    </div>
    ${layers}${legend}
    <div class="tw-score-top">${ofLook}${zoom}</div>
    ${surplus}
  </div>`;
}

/** Where a step is most telling: at its error, or at the peak of its memory. */
function firstPlace({runs: [{steps: [step]}], scene}) {
  return scene.time.clocks[0].start[step.told.failed ? step.nodes.length - 1 : scene.held[0].peak];
}
