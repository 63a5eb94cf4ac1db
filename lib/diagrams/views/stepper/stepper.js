import {html} from "htl";
import {numberFormat, toNumber} from "../../words/numbers.js";
import {sentence, told} from "../../trace/sentence.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {validate} from "../../trace/validate.js";
import {markBroken} from "../../drawing/node-marks.js";
import {settle} from "../../drawing/motion.js";
import {onceAFrame} from "../../drawing/once-a-frame.js";
import {followStep} from "../../drawing/stage.js";
import {stepGraph} from "../../drawing/step-graph.js";
import {tape} from "../../drawing/tape.js";
import {controls} from "../../controls/controls.js";
import {scaleOf} from "../../controls/leaf-sliders.js";
import {lock} from "../../controls/lock.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard, position, walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {fit} from "../../figure/fit.js";
import {follow} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink, kept, stepIn, leavesIn, movedByLabel, movedLeaves} from "../../figure/links.js";
import {offer, setLeaves} from "../../figure/live.js";
import {stepsTable} from "../../figure/steps-table.js";
import {twin} from "../../figure/twin.js";
import {lens as makeLens} from "../../lens/lens.js";
import {showMotion} from "./motion.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {LiveFigure} from "../../figure/live.js" */
/** @import {Step} from "../../trace/steps.js" */

/** The least and the largest height of the drawing in a picture. */
const GRAPH = {least: 112, most: 330};

/**
 * A walk through a trace, step by step: drawing, sentence, tape and controls.
 *
 * @param {Trace} trace
 * @param {OwnOptions} [options]
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 *
 * @typedef {Options & {lens?: true|string|Record<string, [number, number]>,
 *   live?: false}} OwnOptions those of `view.json`
 * @typedef {ReturnType<typeof makeParts>} Parts
 */
export function stepper(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace);
    return build(trace, options, words);
  }, own);
}

/** @param {Trace} trace @param {OwnOptions} options @param {Words} words */
function build(trace, options, words) {
  const steps = stepsOf(trace);
  /** The trace that is shown: the engine of the page may compute the same graph with other numbers. */
  let now = {trace, steps, error: /** @type {{node: number, text: string}|null} */ (null), isMoving: false};
  const at = position(steps);
  const on = walk(at, {
    render: () => render(),
    report: () => {
      settle(element);
      element.dispatchEvent(new Event("input", {bubbles: true}));
      // Travelling numbers are added after everything else in the frame has read its places.
      move(element, last, index(), now);
      last = index();
    },
    isAlive: () => element.isConnected
  });
  const move = onceAFrame(moveOn);
  let isOpen = isOpenAtFirst(options);
  const isPlaced = () => element.classList.contains("is-placed");
  const open = (/** @type {boolean} */ hadFocus) => {
    isOpen = true;
    parts.lens?.withhold(false);
    at.limitTo(at.end);
    if (isPlaced()) on.go(options.after.step + 1);
    render();
    if (hadFocus) element.focus();
    element.dispatchEvent(new Event("tw-drawn"));
  };
  if (!isOpen) at.limitTo(options.after.step);
  at.set(options.step ?? 0);
  const read = () => ({step: at.index(), open: parts.graph.openNow()});
  const named = () => ({...read(), ...movedByLabel(trace, now.trace)});
  const copy = copyLink(options.id, named, words, {step: at.index(), open: (options.open ?? []).join(",")});
  const asked = askedOf(options.id);
  const parts = makeParts(trace, steps, {...options, copy, asked: asked?.open}, words, {...on, open});
  const element = assemble(trace, parts, options, words);
  const index = () => Math.min(at.index(), now.steps.length - 1);
  const refreshTwin = twin(element, () => stepsTable(now.trace, now.steps, index(), words), words,
    {picture: [parts.graph, parts.lens].filter(Boolean)});
  const render = () => {
    const shown = state(now.trace, index(), now.steps);
    for (const part of [parts.graph, parts.tape]) part.show(shown);
    parts.lens?.show(shown, now.trace.grads);
    parts.controls.show({index: index(), last: at.last(), end: at.end, isPlaying: on.isPlaying()});
    if (now.trace === trace) parts.sentence.show(index());
    else parts.sentence.say(told(now, index(), words), now.isMoving);
    parts.lock?.show(at.isAtLimit());
    markAsked(element, at.isAtLimit() && isPlaced() ? now.steps[index() + 1] : null);
    refreshTwin();
  };

  parts.lens?.withhold(!isOpen);
  at.set(stepIn(asked) ?? at.index());
  let last = at.index();
  render();
  const toStep = onceAFrame(() => followStep(element));
  for (const moved of ["input", "tw-placed"]) element.addEventListener(moved, toStep);
  keyboard(element, on);
  fit(element, (room) => parts.graph.fit(room), (plan, room) => parts.lens?.fit(plan, room));
  followLink(element, options.id, {
    read: () => ({...read(), ...movedLeaves(trace, now.trace)}),
    apply: (parameters) => {
      parts.graph.turnTo(parameters.open);
      setLeaves(live, leavesIn(trace, parameters));
      on.go(stepIn(parameters) ?? at.index());
      followStep(element);
    }
  });
  defineValue(element, at, on, render);
  if (options.follow) follow(element, options.follow, {leads: stepIn(asked) !== null});
  /** @type {LiveFigure["recast"]} */
  const recast = (other, how) => {
    validate(other);
    now = {trace: other, steps: stepsOf(other), ...how};
    render();
    markBroken(parts.graph, now.error?.node);
  };
  // In a picture the answer is hidden, whatever the leaves are.
  const canMove = () => (isOpen || isPlaced()) && options.live !== false;
  const live = {element, trace, words, canMove, recast, lens: parts.lens, ...scalesOf(trace, parts.lens)};
  if (options.live !== false) offer(live);
  setLeaves(live, leavesIn(trace, asked));
  tellNudge(parts, element, () => now.trace !== trace && isOpen);
  return Object.assign(element, {panels: panelsOf(parts, words)});
}

/** One step forward is animated; any other move is not.
 * @param {HTMLElement} element @param {number} last @param {number} index @param {{trace: Trace, steps: Step[]}} now */
function moveOn(element, last, index, {trace, steps}) {
  const {short} = numberFormat(element.lang);
  if (index === last + 1) showMotion(element, state(trace, index, steps), trace, short);
}

/** A reader who left the figure at a later step has gone on without an answer. */
function isOpenAtFirst(/** @type {OwnOptions} */ {after, id}) {
  return !after || Boolean(after.prediction.value?.answered) || stepIn(kept(id)) > after.step;
}

/** Shows a question mark in the place of the number that the question is about. */
function markAsked(/** @type {HTMLElement} */ element, /** @type {Step|null} */ step) {
  for (const mark of element.querySelectorAll(".tw-node.is-asked")) mark.classList.remove("is-asked");
  const node = step && element.querySelector(`.tw-node[data-node="${step.to ?? step.node}"]`);
  node?.classList.add("is-asked");
}

/** The scales of the leaves in a figure with curves: those of the curves, and default ones. */
function scalesOf(/** @type {Trace} */ {nodes}, /** @type {Parts["lens"]} */ lens) {
  if (!lens) return {};
  const scales = new Map(lens.scales);
  for (const {id, op, value} of nodes) {
    const scale = op === "leaf" && !scales.has(id) && scaleOf(toNumber(value));
    if (scale) scales.set(id, scale);
  }
  return {scales};
}

/** In a picture, the effect of a nudge replaces the sentence.
 * @param {Parts} parts @param {HTMLElement} element @param {() => boolean} isMoved */
function tellNudge({lens, sentence}, element, isMoved) {
  if (!lens) return;
  lens.onNudge = (text) => {
    if (element.classList.contains("is-placed") && isMoved() && text.trim() !== "") sentence.say([{text}], true);
  };
  element.addEventListener("tw-placed", () => lens.withhold(false), {once: true});
}

/** The panels of a picture; the windows are below their nodes. */
function panelsOf(/** @type {Parts} */ {graph, lens}, /** @type {Words} */ words) {
  let plan = /** @type {ReturnType<typeof graph.fit>|null} */ (null);
  const own = {
    element: graph,
    least: Math.max(GRAPH.least, graph.low?.() ?? 0),
    // Without curves below it, the graph may have all of the picture.
    most: (/** @type {number} */ width) => Math.min(lens ? GRAPH.most : Infinity, graph.tall(width)),
    fit: (/** @type {number} */ width, /** @type {number} */ height) => (plan = graph.fit(width, height))
  };
  const {windows, curve} = lens?.panels ?? {};
  const all = {
    graph: own,
    windows: windows && {...windows, fit: (/** @type {number} */ width, /** @type {number} */ height) =>
      windows.fit(graph.matches(".is-off") ? null : plan, width, height)},
    curve
  };
  return Object.entries(all).flatMap(([name, panel]) =>
    panel ? [{name, text: words.panels[name], ...panel}] : []
  );
}

/** @param {Trace} trace @param {Step[]} steps @param {OwnOptions & {copy: HTMLElement|null, asked?: string}} options
 * @param {Words} words @param {ReturnType<typeof walk> & {open: (hadFocus: boolean) => void}} on */
function makeParts(trace, steps, {after, copy, lens, ...options}, words, on) {
  const sentences = steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps}));
  const format = numberFormat(words.lang).short;
  const strip = tape(trace, steps, {format, onPick: on.go});
  return {
    graph: stepGraph(trace, steps, words, options),
    lens: lens ? makeLens(trace, lens, words) : null,
    sentence: sentenceBox(sentences),
    tape: strip,
    controls: controls(words, on, strip, copy),
    lock: after ? lock(after.prediction, words, on.open) : null
  };
}

/** @param {Trace} trace @param {Parts} parts @param {OwnOptions} options @param {Words} words */
function assemble(trace, parts, {title}, words) {
  const root = trace.nodes.at(-1);
  return html`<div
    class="tw-stepper"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.title(root.label)}
  >
    ${parts.graph}${parts.lens}
    <div class="tw-panel">${parts.sentence}${parts.lock}${parts.controls}</div>
  </div>`;
}

/** As with Observable's inputs, setting `value` draws it and dispatches nothing. It also stops the playing:
 * another view may set it.
 * @param {HTMLElement} element @param {ReturnType<typeof position>} at @param {ReturnType<typeof walk>} on
 * @param {() => void} render */
function defineValue(element, at, on, render) {
  return Object.defineProperty(element, "value", {
    get: () => at.index(),
    set: (/** @type {number} */ step) => {
      on.stop();
      at.set(step);
      render();
    }
  });
}
