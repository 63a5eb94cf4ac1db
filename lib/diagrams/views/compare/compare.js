import {html} from "htl";
import {isSummary, numberFormat} from "../../words/numbers.js";
import {nodeName} from "../../words/operations.js";
import {describeAmount} from "../../trace/describe.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {TraceError} from "../../trace/trace-error.js";
import {validate} from "../../trace/validate.js";
import {onWidth} from "../../drawing/on-width.js";
import {rowGraph} from "../../drawing/row-graph.js";
import {stepGraph} from "../../drawing/step-graph.js";
import {controls} from "../../controls/controls.js";
import {lock} from "../../controls/lock.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard, position, walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink, kept, stepIn} from "../../figure/links.js";
import {stepsTable} from "../../figure/steps-table.js";
import {twin} from "../../figure/twin.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {State, Step} from "../../trace/steps.js" */

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 784;

/** A graph with more nodes is not drawn in a row. */
const MOST_IN_A_ROW = 6;

/**
 * Two traces of one graph side by side, at the same step: a right walk and a wrong one, or one program at
 * two points. What differs is marked in the second trace, and a sentence names a difference.
 *
 * @param {Trace} trace
 * @param {Options & {label?: string, beside?: {label: string, trace: Trace}}} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function compare(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace);
    const other = options.beside?.trace;
    validate(other);
    if (form(trace) !== form(other)) throw new TraceError("otherGraph");
    return build([trace, other], options, words);
  }, own);
}

/** @typedef {{trace: Trace, steps: Step[], name: string}} Walk */

function form(/** @type {Trace} */ {nodes, edges}) {
  return JSON.stringify([nodes.map(({op}) => op), edges.map(({from, to}) => [from, to])]);
}

/** @param {Trace[]} traces @param {OptionsOf<typeof compare>} options @param {Words} words */
function build(traces, {id, label, beside, step = 0, title, after}, words) {
  const names = [label ?? words.compareNames[0], beside.label ?? words.compareNames[1]];
  const walks = traces.map((trace, i) => ({trace, steps: stepsOf(trace), name: names[i]}));
  const stepIndex = (/** @type {Walk} */ {steps}) => Math.min(at.index(), steps.length - 1);
  // The walk with more steps leads; the other one waits at its end.
  const at = position({length: Math.max(...walks.map(({steps}) => steps.length))});
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  if (after && !after.prediction.value?.answered && !(stepIn(kept(id)) > after.step)) at.limitTo(after.step);
  const drawings = walks.map((one) => drawingOf(one, words));
  const sides = drawings.map((drawing, i) => html`<section aria-label=${names[i]}>
    <p class="tw-pair-name">${names[i]}</p>${drawing}
  </section>`);
  const pair = html`<div class="tw-pair">${sides}</div>`;
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(36)}]]);
  const copy = copyLink(id, () => ({step: at.index()}), words, {step});
  const buttons = controls(words, on, null, copy);
  const open = () => {
    at.limitTo(at.end);
    element.dispatchEvent(new Event("tw-drawn"));
    on.play();
  };
  const waits = after ? lock(after.prediction, words, open) : null;
  const element = html`<div
    class="tw-compare tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.comparing(...names)}
  >
    ${pair}<div class="tw-panel">${told}${waits}${buttons}</div>
  </div>`;
  const table = () => stepsTable(traces[1], walks[1].steps, stepIndex(walks[1]), words);
  const refresh = twin(element, table, words, {picture: [pair]});
  const isWrong = hasSameLeaves(traces);

  const mark = () => {
    const states = walks.map((one) => state(one.trace, stepIndex(one), one.steps));
    drawings.forEach((drawing, i) => drawing.show(states[i]));
    const found = differences(states);
    const ids = new Set(found.map(({node}) => node));
    sides[1].querySelectorAll(".tw-node").forEach((/** @type {Element} */ node) => {
      node.classList.toggle("is-different", ids.has(Number(node.getAttribute("data-node"))));
      node.classList.toggle("is-wrong", isWrong);
    });
    return found;
  };
  const render = () => {
    const found = mark();
    told.say([{text: tell(walks, at.index(), found, words)}], false);
    buttons.show({index: at.index(), last: at.last(), end: at.end, isPlaying: on.isPlaying()});
    waits?.show(at.isAtLimit());
    refresh();
  };
  at.set(stepIn(asked(id)) ?? step);
  Object.defineProperty(element, "value", {
    get: at.index,
    set(to) {
      on.stop();
      at.set(to);
      render();
    }
  });
  keyboard(element, on);
  followLink(element, id, {
    read: () => ({step: at.index()}),
    apply: (parameters) => on.go(stepIn(parameters) ?? at.index())
  });
  if (!globalThis.ResizeObserver) fitPair(pair, drawings, DEFAULT_WIDTH);
  onWidth(element, (width) => element.closest(".picture") || fitPair(pair, drawings, width));
  render();
  pair.addEventListener("tw-drawn", mark);
  element.panels = [{
    name: "walks", text: words.walksPanel, element: pair, least: 190, most: isRow(traces[0]) ? STACKED : 320,
    fit: (/** @type {number} */ width, /** @type {number} */ height) => fitPair(pair, drawings, width, height)
  }];
  return element;
}

/** A small graph in a row; larger graphs, and those with groups, as in a stepper. */
function drawingOf(/** @type {Walk} */ {trace, steps}, /** @type {Words} */ words) {
  return isRow(trace) ? rowGraph(trace, steps, words, {isWalked: true}) : stepGraph(trace, steps, words, {});
}

function isRow(/** @type {Trace} */ {nodes}) {
  return nodes.length <= MOST_IN_A_ROW && nodes.every(({group}) => !group);
}

/** Room for the name of a walk, and between the two. */
const NAME = 30;
const SMALL_NAME = 22;
const GAP = 24;

/** Two rows are not larger with more height; with less, they are larger side by side. */
const STACKED = 2 * (SMALL_NAME + 200);

/** Both walks are side by side from this width on. */
const WIDE = 2 * 300 + GAP;

/** Side by side where both have room, else one above the other; without a height each takes its own.
 * @param {HTMLElement} pair @param {ReturnType<typeof drawingOf>[]} drawings
 * @param {number} width @param {number} [height] */
function fitPair(pair, drawings, width, height) {
  const isWide = width >= WIDE && !(height >= STACKED);
  pair.classList.toggle("is-stacked", !isWide);
  const high = height && (isWide ? height - NAME : height / 2 - SMALL_NAME);
  for (const drawing of drawings) drawing.fit(isWide ? (width - GAP) / 2 : width, high);
}

/** Whether both begin with the same numbers: then a different number is a mistake. */
function hasSameLeaves(/** @type {Trace[]} */ traces) {
  const [one, other] = traces.map(({nodes}) => nodes.filter(({op}) => op === "leaf").map(({value}) => value));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The nodes that differ at a step, in their gradient or their value. */
function differences(/** @type {State[]} */ [one, other]) {
  return one.nodes.flatMap((node, at) => {
    const its = other.nodes[at];
    if (node.isKnown && its.isKnown && !Object.is(node.value, its.value)) {
      return [{node: at, kind: "value", numbers: [node.value, its.value]}];
    }
    return isSame(node.grad, its.grad) ? [] : [{node: at, kind: "grad", numbers: [node.grad, its.grad]}];
  }).reverse();
}

/** Each trace has its own summaries of a tensor's gradient. */
function isSame(/** @type {Amount|null} */ one, /** @type {Amount|null} */ other) {
  return isSummary(one) ? JSON.stringify(one) === JSON.stringify(other) : Object.is(one, other);
}

/** What both walks send at a step, else the difference that is nearest to the root.
 * @param {Walk[]} walks @param {number} index @param {ReturnType<typeof differences>} found @param {Words} words */
function tell(walks, index, found, words) {
  const format = numberFormat(words.lang);
  const {nodes} = walks[0].trace;
  const name = (/** @type {number} */ id) => nodeName(nodes[id], words, format.short);
  const text = (/** @type {Amount|null} */ x) => x === null ? words.nothingYet
    : isSummary(x) ? describeAmount(x, words, format) : format.short(x);
  const doing = walks.map(({steps, name: who}) => {
    const step = steps[Math.min(index, steps.length - 1)];
    if (step.kind !== "send" || typeof step.contribution !== "number" || step.local === null) return null;
    return words.sendsNow(who, name(step.node), name(step.to), `${text(step.upstream)} × ${text(step.local)} = ${text(step.contribution)}`);
  });
  if (walks.some(({steps}) => index < steps.length - 1) && doing.every(Boolean)) return doing.join(" ");
  if (found.length === 0) return words.noDifference;
  const [{node, kind, numbers}] = found;
  const [its, their] = numbers.map(text);
  const what = kind === "value" ? words.valueOfNode(name(node)) : words.gradientOfNode(name(node));
  return words.differs(what, walks[0].name, its, walks[1].name, their) + words.moreDiffer(found.length - 1);
}
