import {graphPlan} from "../layout/folded-layout.js";
import {graphView} from "./graph-view.js";

/** Room where nothing can be measured yet. */
const DEFAULT_ROOM = 720;

/**
 * The drawing in a stage, drawn again when groups open or close and when the room changes its
 * direction. One of its boxes is the current one, which the Tab key reaches.
 *
 * @param {HTMLElement} stage
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {Fields} options of `graphPlan`, without the room
 * @returns {Fields} `view()`, `open()`, `current()` as they are now; `draw(open)`, `fit(room)`,
 *   `show(state)`, `select(item)`, `light(item)`
 */
export function graphSheet(stage, trace, steps, {open: first, ...options}) {
  let open = first;
  let room = DEFAULT_ROOM;
  let shown = null;
  let current = 0;
  const planOf = (paths) => graphPlan(trace, steps, {...options, open: paths, room});
  let view = null;

  const select = (item) => {
    view.marks[current]?.setAttribute("tabindex", -1);
    current = item;
    view.marks[current].setAttribute("tabindex", 0);
  };
  const place = (plan) => {
    view = graphView(trace, {words: options.words, plan});
    if (shown) view.show(shown);
    stage.replaceChildren(view);
    select(Math.min(current, view.marks.length - 1));
    lightStep();
    stage.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
  };
  const light = (item) => lightWay(view, item);
  const lightStep = () => {
    const isOnWay = shown?.step.kind === "send" && shown.index < steps.length - 1;
    light(isOnWay ? view.plan.outline.itemOf[shown.step.node] : null);
  };
  place(planOf(open));
  return {
    view: () => view,
    open: () => open,
    current: () => current,
    select,
    light,
    lightStep,
    /** Throws a TraceError, and changes nothing, when that would be too much to draw. */
    draw: (paths) => {
      const plan = planOf(paths);
      open = paths;
      current = 0;
      place(plan);
    },
    fit: (space) => {
      const {direction, width} = view.plan;
      room = space;
      if (!view.plan.isFluid) return;
      const plan = planOf(open);
      if (plan.direction !== direction || plan.width !== width) place(plan);
    },
    show: (state) => {
      shown = state;
      view.show(state);
      lightStep();
    },
    /** The box of the step, null where it has none. */
    stepItem: () => {
      const {to, node} = shown?.step ?? {};
      return view.plan.outline.itemOf[to ?? node] ?? null;
    }
  };
}

/** Lights the way of the gradient to a box; null: none. */
function lightWay({plan, lines}, item) {
  const lit = item === null ? new Set() : litPath(plan.edges, item);
  lines.forEach((line, i) => line.classList.toggle("is-lit", lit.has(i)));
}

/**
 * The way of the gradient from the root to a box: every line between the two.
 *
 * @param {{from: number, to: number}[]} edges of an outline
 * @param {number} item where the way ends
 * @returns {Set<number>} positions of edges
 */
export function litPath(edges, item) {
  const leaving = new Map();
  edges.forEach(({from}, i) => leaving.set(from, [...(leaving.get(from) ?? []), i]));
  const lit = new Set();
  const seen = new Set([item]);
  const open = [item];
  while (open.length > 0) {
    for (const i of leaving.get(open.pop()) ?? []) {
      lit.add(i);
      const {to} = edges[i];
      if (!seen.has(to)) open.push(to);
      seen.add(to);
    }
  }
  return lit;
}
