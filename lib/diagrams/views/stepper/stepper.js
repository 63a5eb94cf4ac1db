import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {controls} from "../../controls/controls.js";
import {asked as askedOf, copyLink, followLink, kept, stepIn} from "../../figure/links.js";
import {fit} from "../../figure/fit.js";
import {follow} from "../../figure/follow.js";
import {followStep} from "../../drawing/follow-step.js";
import {keyboard} from "../../controls/keyboard.js";
import {lens as makeLens} from "../../lens/lens.js";
import {lock} from "../../controls/lock.js";
import {leavesIn, movedByLabel, movedLeaves} from "../../figure/leaf-settings.js";
import {offer, setLeaves} from "../../figure/live.js";
import {markBroken} from "../../drawing/broken.js";
import {numberFormat} from "../../words/numbers.js";
import {position} from "../../controls/position.js";
import {sentence} from "../../words/sentence.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {state} from "../../trace/state.js";
import {stepGraph} from "../../drawing/step-graph.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {stepsTable} from "../../figure/steps-table.js";
import {tape} from "../../drawing/tape.js";
import {told} from "../../words/told.js";
import {twin} from "../../figure/twin.js";
import {validate} from "../../trace/validate.js";
import {walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * A trace walked through step by step: drawing, sentence, tape and controls.
 *
 * @param {Trace} trace
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function stepper(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace);
    return build(trace, options, words);
  }, own);
}

function build(trace, options, words) {
  const steps = stepsOf(trace);
  /** What is shown: an engine in the page may bring the same graph with other numbers. */
  let now = {trace, steps, error: null, isMoving: false};
  const at = position(steps, options.mode ?? "both");
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  let isOpen = !options.after;
  const open = (hadFocus) => {
    isOpen = true;
    parts.lens?.withhold(false);
    at.limitTo(at.end);
    render();
    if (hadFocus) element.focus();
    element.dispatchEvent(new Event("tw-drawn"));
  };
  if (options.after?.prediction.value?.answered) isOpen = true;
  // Who left it beyond the question has gone on without an answer.
  if (stepIn(kept(options.id)) > options.after?.step) isOpen = true;
  if (!isOpen) at.limitTo(options.after.step);
  at.set(options.step ?? 0);
  const start = at.index();
  const read = () => ({step: at.index(), open: parts.graph.openNow()});
  const named = () => ({...read(), ...movedByLabel(trace, now.trace)});
  const copy = copyLink(options.id, named, words, {
    step: start,
    open: (options.open ?? []).join(",")
  });
  const parts = makeParts(trace, steps, {...options, copy}, words, {...on, open});
  const element = assemble(trace, parts, options, words);
  const index = () => Math.min(at.index(), now.steps.length - 1);
  const table = () => stepsTable(now.trace, now.steps, index(), words);
  const refreshTwin = twin(element, table, words, {
    picture: [parts.graph, parts.lens].filter(Boolean)
  });
  const render = () => {
    draw(parts, state(now.trace, index(), now.steps), at, on, options.mode);
    if (now.trace === trace) parts.sentence.show(index(), on.isQuiet());
    else parts.sentence.say(told(now, index(), words), now.isMoving || on.isQuiet());
    refreshTwin();
  };

  parts.lens?.withhold(!isOpen);
  const asked = askedOf(options.id);
  at.set(stepIn(asked) ?? start);
  render();
  element.addEventListener("input", () => followStep(element));
  keyboard(element, on);
  fit(element, (room) => parts.graph.fit(room), (plan, room) => parts.lens?.fit(plan, room));
  followLink(element, options.id, {
    read: () => ({...read(), ...movedLeaves(trace, now.trace)}),
    apply: (parameters) => {
      parts.graph.turnTo(parameters.open);
      setLeaves(live, leavesIn(trace, parameters));
      on.visit(stepIn(parameters) ?? at.index());
    }
  });
  if (options.autoplay === "once" && asked === null) autoplay(element, on);
  defineValue(element, at, on, render);
  if (options.follow) follow(element, options.follow, {leads: stepIn(asked) !== null});
  const recast = (other, how) => {
    validate(other);
    now = {trace: other, steps: stepsOf(other), ...how};
    render();
    markBroken(parts.graph, now.error?.node);
  };
  const canMove = () => isOpen && options.live !== false;
  const live = {element, trace, words, canMove, recast, lens: parts.lens};
  if (options.live !== false) offer(live);
  setLeaves(live, leavesIn(trace, asked));
  return element;
}

function makeParts(trace, steps, {mode, after, copy, lens, ...options}, words, on) {
  const sentences = steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps}));
  const format = numberFormat(words.lang).short;
  const strip = tape(trace, steps, {format, onPick: on.go});
  return {
    graph: stepGraph(trace, steps, words, options),
    lens: lens ? makeLens(trace, lens, words) : null,
    sentence: sentenceBox(sentences),
    tape: strip,
    controls: controls(words, on, strip, copy),
    direction: mode === "switch" ? directionSwitch(words, on.turn) : null,
    lock: after ? lock(after.prediction, words, on.open) : null
  };
}

function draw(parts, now, at, on, mode) {
  const {first, last} = at.range();
  const isPlaying = on.isPlaying();
  const isOnePass = mode === "switch";
  parts.graph.show(now);
  parts.lens?.show(now);
  parts.tape.show(now);
  parts.controls.show({index: now.index, first, last, end: at.end, isPlaying, isOnePass});
  parts.direction?.show(at.phase());
  parts.lock?.show(at.isAtLimit());
}

function assemble(trace, parts, {title}, words) {
  const root = trace.nodes.at(-1);
  return html`<div
    class="tw-stepper"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.title(root.label)}
  >
    ${parts.direction}${parts.graph}${parts.lens}
    <div class="tw-panel">${parts.sentence}${parts.lock}${parts.controls}</div>
  </div>`;
}

/** The play button ends an autoplay by itself; every other touch ends it here. */
function autoplay(element, on) {
  const cancel = onceInView(element, on.playUnasked);
  const end = (event) => {
    cancel();
    if (!event.target.closest(".tw-play") && event.key !== " ") on.stop();
  };
  for (const name of ["pointerdown", "keydown"]) element.addEventListener(name, end);
}

/**
 * As Observable's inputs do: setting `value` draws it and dispatches nothing. It ends the playing,
 * as when the reader moves a view that this one follows.
 */
function defineValue(element, at, on, render) {
  return Object.defineProperty(element, "value", {
    get: () => at.index(),
    set: (step) => {
      on.stop();
      at.set(step);
      render();
    }
  });
}

/**
 * Two-way switch between the passes.
 *
 * @param {Words} words of `strings(lang)`
 * @param {(phase: "forward"|"backward") => void} onPick
 * @returns {HTMLElement & {show: (phase: "forward"|"backward") => void}}
 */
function directionSwitch(words, onPick) {
  const entries = ["forward", "backward"].map((phase) => ({value: phase, text: words[phase]}));
  return choices(words.direction, entries, onPick);
}

/**
 * Starts something once, when most of an element has come into view. Readers who asked for less
 * motion start it themselves.
 *
 * @param {HTMLElement} element
 * @param {() => void} start
 * @returns {() => void} calls it off
 */
function onceInView(element, start) {
  const isCalm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (isCalm || !globalThis.IntersectionObserver) return () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    {threshold: 0.6}
  );
  observer.observe(element);
  return () => observer.disconnect();
}
