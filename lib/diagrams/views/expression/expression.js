import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {sentence, told} from "../../trace/sentence.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {validate} from "../../trace/validate.js";
import {responsiveGraph} from "../../drawing/graph-view.js";
import {markBroken} from "../../drawing/node-marks.js";
import {tape} from "../../drawing/tape.js";
import {controls} from "../../controls/controls.js";
import {leafSliders, slidLeaves} from "../../controls/leaf-sliders.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard, position, walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {fit} from "../../figure/fit.js";
import {follow} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink} from "../../figure/links.js";
import {offer, setLeaves} from "../../figure/live.js";
import {stepsTable} from "../../figure/steps-table.js";
import {twin} from "../../figure/twin.js";
import {gradientTable} from "./table.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * A scalar trace with sliders for its leaves: the graph, each gradient and where it comes from, and
 * both passes step by step, at every setting once there is an engine that computes it.
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
  const leaves = slidLeaves(trace, options.sliders);
  /** What is shown: the engine brings the same graph with other numbers. */
  let now = {trace, steps: stepsOf(trace), error: null, isMoving: false};
  const at = position(now.steps, "both");
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const index = () => Math.min(at.index(), now.steps.length - 1);
  const render = () => {
    draw(parts, now, index(), at, on, words);
    parts.sliders.show(leaves.values());
    refreshTwin();
  };
  const on = walk(at, {render: () => render(), report, isAlive: () => element.isConnected});
  /** Says whether anything changed. */
  const move = (settings) => {
    const moved = leaves.set(settings);
    setLeaves(live, moved);
    return moved.size > 0;
  };
  const slide = (label, x) => {
    on.stop();
    const isNew = move({[label]: x});
    parts.sliders.show(leaves.values());
    if (isNew) report();
  };

  at.set(options.step ?? at.end);
  const start = {...leaves.values(), step: at.index()};
  const value = () => ({...leaves.values(), step: at.index()});
  const copy = copyLink(options.id, value, words, start);
  const parts = makeParts(trace, now.steps, leaves, words, {...on, slide}, copy);
  const element = assemble(trace, parts, options, words);
  const steps = () => stepsTable(now.trace, now.steps, index(), words);
  const refreshTwin = twin(element, steps, words, {picture: [parts.graph]});
  const live = {
    element,
    trace,
    words,
    lens: null,
    canMove: () => true,
    scales: new Map(leaves.all.map(({id, scale}) => [id, scale])),
    recast(other, {values, error, isMoving}) {
      validate(other);
      now = {trace: other, steps: stepsOf(other), error, isMoving};
      const here = leaves.all.map(({id, label}) => [label, values.get(id)]);
      const isNew = leaves.set(Object.fromEntries(here)).size > 0;
      render();
      if (isNew) report();
    },
    sleep() {
      leaves.set(start);
      parts.sliders.sleep();
      render();
    }
  };
  const go = ({step = at.index(), ...settings}) => {
    on.stop();
    at.set(step);
    move(settings);
    render();
  };
  const asked = askedOf(options.id);
  render();
  offer(live);
  go(numbersOf(asked));
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

/** A link may contain anything; what is not a number changes nothing. */
function numbersOf(parameters) {
  const entries = Object.entries(parameters ?? {}).map(([name, text]) => [name, Number(text)]);
  return Object.fromEntries(entries.filter(([, x]) => Number.isFinite(x)));
}

function makeParts(trace, steps, leaves, words, on, copy) {
  const format = numberFormat(words.lang);
  const sentences = steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps}));
  const strip = tape(trace, steps, {format: format.short, onPick: on.go});
  const graph = responsiveGraph(trace, words);
  const light = (way) => {
    graph.querySelectorAll(".tw-edge").forEach((edge, i) => {
      edge.classList.toggle("is-lit", way.includes(i));
    });
  };
  return {
    graph,
    sliders: leafSliders(leaves.all, words, on.slide),
    table: gradientTable(trace, words, light),
    sentence: sentenceBox(sentences),
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
function draw(parts, {trace, steps, error, isMoving}, index, at, on, words) {
  const known = state(trace, index, steps);
  parts.graph.show(known);
  markBroken(parts.graph, error?.node);
  parts.tape.show(known);
  parts.table.show(trace, known);
  const {first, last} = at.range();
  const isPlaying = on.isPlaying();
  parts.controls.show({index: at.index(), first, last, end: at.end, isPlaying, isOnePass: false});
  parts.sentence.say(told({trace, steps, error}, index, words), isMoving || on.isQuiet());
}
