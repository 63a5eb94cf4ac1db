import {html} from "htl";
import {controls} from "../../controls/controls.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {follow as followView} from "../../figure/follow.js";
import {keyboard} from "../../controls/keyboard.js";
import {numberFormat} from "../../words/numbers.js";
import {position} from "../../controls/position.js";
import {sentence} from "../../words/sentence.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {tapeRows} from "./rows.js";
import {tapeStrip} from "./strip.js";
import {tapeTable} from "./table.js";
import {twin} from "../../figure/twin.js";
import {validate} from "../../trace/validate.js";
import {walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** More nodes than a graph may have; to list still more takes seconds. */
const MOST_LISTED = 1000;

/**
 * The tape as a list: the operations in the order they were written, top to bottom, and the walk
 * back beside them, bottom to top. Every operation and every send leads to its step.
 *
 * @param {Trace} trace
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function tapeList(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace, {most: MOST_LISTED});
    return build(trace, options, words);
  }, own);
}

function build(trace, options, words) {
  const {id, follow} = options;
  const steps = stepsOf(trace);
  const at = position(steps, "both");
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  const context = {words, format: numberFormat(words.lang)};
  const rows = tapeRows(trace, steps);
  const strip = tapeStrip(trace, rows, context, on.go);
  at.set(options.step ?? 0);
  const copy = copyLink(id, () => ({step: at.index()}), words, {step: at.index()});
  const panel = follow ? null : makePanel(trace, steps, words, on, copy);
  const element = assemble(trace, options, words, [strip, panel]);
  const refresh = twin(element, () => tapeTable(trace, rows, at.index(), context), words);
  const render = () => {
    strip.show(at.index());
    panel?.show(at, on);
    refresh();
  };
  const go = (to) => {
    on.stop();
    at.set(to);
    render();
  };
  Object.defineProperty(element, "value", {get: at.index, set: go});

  const asked = stepIn(askedOf(id));
  at.set(asked ?? at.index());
  render();
  keyboard(element, on);
  followLink(element, id, {
    read: () => ({step: at.index()}),
    apply: (parameters) => on.visit(stepIn(parameters) ?? at.index())
  });
  if (follow) followView(element, follow, {leads: asked !== null});
  return element;
}

function assemble(trace, {title}, words, parts) {
  return html`<div
    class="tw-tape-list"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.tapeTitle(trace.nodes.at(-1).label)}
  >${parts}</div>`;
}

/** Sentence and controls of a tape that stands by itself. */
function makePanel(trace, steps, words, on, copy) {
  const sentences = sentenceBox(steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps})));
  const buttons = controls(words, on, null, copy);
  const element = html`<div class="tw-panel">${sentences}${buttons}</div>`;
  const show = (at) => {
    sentences.show(at.index(), on.isQuiet());
    const isPlaying = on.isPlaying();
    buttons.show({...at.range(), index: at.index(), end: at.end, isPlaying, isOnePass: false});
  };
  return Object.assign(element, {show});
}
