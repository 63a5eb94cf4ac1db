import {html} from "htl";
import {controls} from "../../controls/controls.js";
import {asked as askedOf, copyLink, followLink} from "../../figure/links.js";
import {expressionLeaves} from "./leaves.js";
import {fit} from "../../figure/fit.js";
import {follow} from "../../figure/follow.js";
import {gradientTable} from "./table.js";
import {keyboard} from "../../controls/keyboard.js";
import {numberFormat} from "../../words/numbers.js";
import {position} from "../../controls/position.js";
import {responsiveGraph} from "../../drawing/responsive-graph.js";
import {roomy} from "./room.js";
import {sentence} from "../../words/sentence.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {sliders} from "./sliders.js";
import {state} from "../../trace/state.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {stepsTable} from "../../figure/steps-table.js";
import {tape} from "../../drawing/tape.js";
import {twin} from "../../figure/twin.js";
import {validate} from "../../trace/validate.js";
import {walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Milliseconds after the last move of a slider when the sentence is read out. */
const SETTLED = 700;

/**
 * A scalar trace with sliders for its leaves: the graph, each gradient and where it comes from, and
 * both passes step by step, computed anew at every setting.
 *
 * @param {Trace} trace
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: Fields}} `value` is `{a, b, step}`; a change dispatches `input`;
 *   setting it may leave out what stays
 */
export function expression(trace, options = {}) {
  return figure(manifest, options, {step: 0}, (words) => {
    validate(trace);
    return build(trace, options, words);
  }, own);
}

function build(trace, options, words) {
  const leaves = expressionLeaves(trace, options.sliders);
  const at = position(stepsOf(trace), "both");
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const render = () => {
    draw(parts, leaves, at, on, words, hand.isMoving());
    refreshTwin();
  };
  const on = walk(at, {render: () => render(), report, isAlive: () => element.isConnected});
  const hand = byHand({stop: on.stop, render, report});
  const set = (label, x) => hand.change(() => leaves.set({[label]: x}));
  const reset = () => hand.change(leaves.reset);

  at.set(options.step ?? at.end);
  const start = {...leaves.values(), step: at.index()};
  const value = () => ({...leaves.values(), step: at.index()});
  const copy = copyLink(options.id, value, words, start);
  const parts = makeParts(trace, leaves, words, {...on, set, reset}, copy);
  const element = assemble(trace, parts, options, words);
  const steps = () => {
    const [now, all, index] = leaves.walk(at.index());
    return stepsTable(now, all, index, words);
  };
  const refreshTwin = twin(element, steps, words, {picture: [parts.graph]});
  const go = ({step = at.index(), ...settings}) => {
    on.stop();
    leaves.set(settings);
    at.set(step);
    render();
  };
  const asked = askedOf(options.id);
  go({...start, ...numbersOf(asked)});
  keyboard(element, on);
  fit(element, parts.graph.fit);
  const apply = (parameters) => {
    go(numbersOf(parameters));
    report();
  };
  followLink(element, options.id, {read: value, apply});
  Object.defineProperty(element, "value", {get: value, set: go});
  if (options.follow) follow(element, options.follow, {leads: asked?.step !== undefined});
  return element;
}

/** What the reader does with the sliders: nothing is read out until they rest. */
function byHand({stop, render, report}) {
  let timer = null;
  const rest = () => {
    timer = null;
    render();
  };
  const change = (move) => {
    stop();
    const isNew = move();
    if (isNew) {
      clearTimeout(timer);
      timer = setTimeout(rest, SETTLED);
    }
    render();
    if (isNew) report();
  };
  return {change, isMoving: () => timer !== null};
}

/** A link may say anything; what is no number stays as it is. */
function numbersOf(parameters) {
  const entries = Object.entries(parameters ?? {}).map(([name, text]) => [name, Number(text)]);
  return Object.fromEntries(entries.filter(([, x]) => Number.isFinite(x)));
}

function makeParts(trace, leaves, words, on, copy) {
  const format = numberFormat(words.lang);
  const widest = roomy(trace, leaves.ranges, format.short);
  const steps = stepsOf(widest);
  const longest = steps.map((_, i) => sentence(widest, i, {lang: words.lang, steps}));
  const strip = tape(trace, steps, {format: format.short, onPick: on.go});
  const graph = responsiveGraph(widest, words);
  const light = (way) => {
    graph.querySelectorAll(".tw-edge").forEach((edge, i) => {
      edge.classList.toggle("is-lit", way.includes(i));
    });
  };
  return {
    graph,
    sliders: sliders(leaves.ranges, words, on, format.exact),
    table: gradientTable(trace, widest, words, light),
    sentence: sentenceBox(longest),
    tape: strip,
    controls: controls(words, on, strip, copy)
  };
}

function assemble(trace, parts, {title}, words) {
  return html`<div
    class="tw-expression"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.expression(trace.nodes.at(-1).label)}
  >
    ${parts.graph}
    <div class="tw-knobs">${parts.sliders}${parts.table}</div>
    <div class="tw-panel">${parts.sentence}${parts.controls}</div>
  </div>`;
}

/** Without a result, everything shows how far the walk came, and the sentence says why. */
function draw(parts, leaves, at, on, words, isSliding) {
  const [trace, steps, index] = leaves.walk(at.index());
  const error = leaves.error();
  const known = state(trace, index, steps);
  parts.graph.show(known);
  parts.graph.querySelectorAll(".tw-node").forEach((node, id) => {
    node.classList.toggle("is-broken", id === error?.node);
  });
  parts.tape.show(known);
  parts.table.show(trace, known);
  parts.sliders.show(leaves.values(), leaves.isStart());
  const {first, last} = at.range();
  const isPlaying = on.isPlaying();
  parts.controls.show({index: at.index(), first, last, end: at.end, isPlaying, isOnePass: false});
  const text = error
    ? [{text: words.noResult(error.explain(words)), kind: "error"}]
    : sentence(trace, index, {lang: words.lang, steps});
  parts.sentence.say(text, isSliding || on.isQuiet());
}
