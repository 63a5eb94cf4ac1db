import {html} from "htl";
import {TraceError} from "../trace/trace-error.js";
import {litPath} from "../layout/fold.js";
import {graphPlan} from "../layout/folded-layout.js";
import {graphKeys} from "./graph-keys.js";
import {graphView} from "./graph-view.js";
import {readout} from "./stage.js";
import {SMALLEST, zoom} from "./zoom.js";
/** @import {GraphPlan} from "../layout/types.js" */
/** @import {State} from "../trace/steps.js" */
/** @import {GraphView} from "./graph-view.js" */

/** A stepper's panel beside the drawing needs this much; no wider drawing has it there. */
const PANEL = 330;
const WIDEST = 600;

/** Below this room there is none for a panel beside the drawing. */
const NARROW = 680;

/** Room where nothing can be measured yet. */
const DEFAULT_ROOM = 720;

/**
 * A graph whose groups fold: Enter or a click, arrow keys along the edges, zoom and pan. It is drawn
 * again when groups open or close, and when the room changes its direction. One of its boxes is the
 * current one, which the Tab key reaches.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {object} [options]
 * @param {string[]|null} [options.open] paths of the groups open at first; null folds nothing
 * @param {boolean} [options.trays]
 * @param {boolean} [options.byShift] arrow keys need Shift, since alone they step
 * @param {() => void} [options.onFold] called when a group has been opened or closed
 * @returns {HTMLElement & {show: (state: State) => void,
 *   fit: (room: number, height?: number) => {direction: string, width: number}, tall: () => number,
 *   open: string[]|null, zoom: ReturnType<typeof zoom>, turnAll: (paths: string[]) => boolean}} `open`
 *   are the paths of the open groups
 */
export function foldableGraph(trace, steps, words, {open: first = null, trays, byShift = false, onFold} = {}) {
  const stage = html`<div class="tw-stage tw-pannable"></div>`;
  const live = html`<p class="tw-note-live" aria-live="polite"></p>`;
  const note = readout(stage, (mark) => view.detail(mark));
  const element = html`<div class="tw-frame">${stage}${note}${live}</div>`;
  const now = {view: () => view, open: () => open, current: () => current};
  const on = zoom(stage, now.view, words);
  let open = first;
  let room = DEFAULT_ROOM;
  let shown = /** @type {State|null} */ (null);
  let view = /** @type {GraphView|null} */ (null);
  let current = 0;
  let widest = 0;

  const planOf = (/** @type {string[]|null} */ paths) => graphPlan(trace, steps, {open: paths, trays, words, room});
  const select = (/** @type {number} */ item) => {
    view.marks[current]?.setAttribute("tabindex", "-1");
    current = item;
    view.marks[current].setAttribute("tabindex", "0");
  };
  const lightStep = () => {
    const isOnWay = shown?.step.kind === "send" && shown.index < steps.length - 1;
    lightWay(view, isOnWay ? view.plan.outline.itemOf[shown.step.node] : null);
  };
  const draw = (/** @type {GraphPlan} */ plan) => {
    view = graphView(trace, {words, plan});
    if (shown) view.show(shown);
    stage.replaceChildren(view);
    select(Math.min(current, view.marks.length - 1));
    lightStep();
    stage.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
  };
  const focus = (/** @type {number} */ item) => {
    select(item);
    view.marks[item].focus({preventScroll: true});
    on.reveal(view.plan.items[item]);
  };
  const turnAll = (/** @type {string[]} */ paths, /** @type {(count: number) => string} */ tell = words.drawn) => {
    const plan = attempt(element, () => planOf(paths), live, words);
    if (!plan) return false;
    open = paths;
    current = 0;
    draw(plan);
    on.fit();
    live.textContent = tell(view.marks.length);
    onFold?.();
    // One that has grown may need the room of the panel beside it.
    element.dispatchEvent(new Event("tw-folded", {bubbles: true}));
    return true;
  };
  const turn = (/** @type {string} */ path, /** @type {number} */ node) => {
    const tell = open.includes(path) ? words.foldedTo : words.unfolded;
    if (turnAll(toggled(open, path), (count) => tell(path, count))) focus(view.plan.outline.itemOf[node]);
  };
  const reveal = () => {
    const {to, node} = shown?.step ?? {};
    const item = view.plan.outline.itemOf[to ?? node];
    // What the reader looks at stays where it is.
    const isReading = !element.isConnected || stage.contains(document.activeElement);
    if (item !== undefined && !isReading) on.reveal(view.plan.items[item]);
  };
  const show = (/** @type {State} */ state) => {
    shown = state;
    view.show(state);
    lightStep();
    reveal();
  };
  const fit = (/** @type {number} */ space, /** @type {number|undefined} */ height) => {
    if (height !== undefined) stage.style.maxHeight = `${height}px`;
    room = space;
    refit(view.plan, () => planOf(open), draw);
    on.fit();
    reveal();
    const {direction, width} = view.plan;
    widest = Math.max(widest, width);
    return {direction, width: direction === "right" ? width : roomOf(widest, room)};
  };
  draw(planOf(open));
  graphKeys(stage, now, {focus, turn, zoom: on, byShift});
  hover(stage, now.view, {select, lightStep});
  const parts = {show, fit, tall: () => view.plan.height, zoom: on, turnAll};
  return Object.defineProperty(Object.assign(element, parts), "open", {get: now.open});
}

/** The plan; too many open groups are refused, with words, and the drawing stays as it is.
 * @param {HTMLElement} element @param {() => GraphPlan} makePlan @param {HTMLElement} live @param {Words} words */
function attempt(element, makePlan, live, words) {
  try {
    const plan = makePlan();
    element.classList.remove("is-refused");
    return plan;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    live.textContent = error.explain(words);
    element.classList.add("is-refused");
    return null;
  }
}

/** Draws again where the room has changed the direction or the distances.
 * @param {GraphPlan} before @param {() => GraphPlan} makePlan @param {(plan: GraphPlan) => void} draw */
function refit({direction, width, isFluid}, makePlan, draw) {
  if (!isFluid) return;
  const plan = makePlan();
  if (plan.direction !== direction || plan.width !== width) draw(plan);
}

/** Lights the way of the gradient to the box under the pointer or in focus.
 * @param {HTMLElement} stage @param {() => GraphView} view
 * @param {{select: (item: number) => void, lightStep: () => void}} on */
function hover(stage, view, {select, lightStep}) {
  for (const name of ["focusin", "pointerover"]) {
    stage.addEventListener(name, (/** @type {Event & {target: Element}} */ {target}) => {
      const item = view().marks.indexOf(target.closest(".tw-node"));
      if (item === -1) return;
      lightWay(view(), item);
      if (name === "focusin") select(item);
    });
  }
  for (const name of ["focusout", "pointerleave"]) stage.addEventListener(name, lightStep);
}

/** Lights the way of the gradient to a box; null: none. */
function lightWay(/** @type {GraphView} */ {plan, lines}, /** @type {number|null} */ item) {
  const lit = item === null ? new Set() : litPath(plan.edges, item);
  lines.forEach((line, i) => line.classList.toggle("is-lit", lit.has(i)));
}

/** What the drawing takes of a stepper's room: all of it once it was too wide for less. */
function roomOf(/** @type {number} */ widest, /** @type {number} */ room) {
  const beside = Math.min(room - PANEL, WIDEST);
  return room < NARROW || widest * SMALLEST > beside ? room : beside;
}

/** A group that closes takes those inside it along. */
function toggled(/** @type {string[]} */ open, /** @type {string} */ path) {
  return open.includes(path) ? open.filter((one) => !isInside(one, path)) : [...open, path];
}

function isInside(/** @type {string} */ path, /** @type {string} */ outer) {
  return path === outer || path.startsWith(`${outer} / `);
}
