import {html} from "htl";
import {told} from "../../trace/sentence.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {MOST_INSIDE, validate} from "../../trace/validate.js";
import {openGroups} from "../../layout/fold.js";
import {foldableGraph} from "../../drawing/foldable-graph.js";
import {markBroken} from "../../drawing/node-marks.js";
import {onWidth} from "../../drawing/on-width.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {figure} from "../../figure/figure.js";
import {follow} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink, leavesIn, movedByLabel, movedLeaves} from "../../figure/links.js";
import {offer, setLeaves} from "../../figure/live.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {graphTable} from "./table.js";
import {graphTools} from "./tools.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 720;

/**
 * The graph of a trace: its groups fold, it zooms, arrow keys go along its edges. Leaves of numbers
 * can be moved where there is an engine.
 *
 * @param {Trace} trace of at most 5,000 nodes, if at most 200 boxes are drawn
 * @param {Options & {fold?: boolean, live?: false, trays?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step
 */
export function graph(trace, options = {}) {
  return figure(manifest, options, 0, (words) => upTo(options, (now, of = trace) => {
    const {labels = "contribution"} = now;
    // In other views `labels` are words that replace those of the page's language; here they may be too.
    const isWords = typeof labels === "object";
    validate(of, {most: MOST_INSIDE});
    return build(of, {...now, labels: isWords ? "contribution" : labels}, words);
  }, words), own);
}

/** @param {Trace} trace @param {OptionsOf<typeof graph>} options @param {Words} words */
function build(trace, options, words) {
  const {fold = true, id, labels, live: isMovable = true, trays, title} = options;
  const steps = stepsOf(trace);
  /** The trace that is shown: an engine may bring the same graph with other numbers. */
  let now = {trace, steps, error: /** @type {{node: number, text: string}|null} */ (null), isMoving: false};
  const groups = openGroups(trace);
  const canFold = fold && groups.all.length > 0;
  const asked = askedOf(id) ?? {};
  const start = canFold ? groups.known(options.open ?? []) : null;
  const first = canFold && asked.open !== undefined ? groups.read(asked.open) : start;
  const onFold = () => tools.show();
  const drawing = foldableGraph(trace, steps, words, {open: first, trays, onFold});
  const read = () => ({step: index, open: drawing.open && groups.write(drawing.open)});
  const clamp = (/** @type {unknown} */ step) => Math.max(0, Math.min(steps.length - 1, Math.round(Number(step)) || 0));
  const begin = clamp(options.step ?? steps.length - 1);
  const named = () => ({...read(), ...movedByLabel(trace, now.trace)});
  const copy = copyLink(id, named, words, {
    step: begin,
    open: start && groups.write(start)
  });
  // A graph whose backward pass was not recorded has no numbers for its edges.
  const onEdges = trace.backward.length > 0 ? /** @type {string} */ (labels) : null;
  const tools = graphTools(words, {drawing, labels: onEdges, groups: canFold ? groups.all : [], copy});
  // The sentence is shown only where the engine has no result.
  const refusal = sentenceBox([[]]);
  refusal.hidden = true;
  const element = html`<div
    class="tw-graph-figure"
    role="group"
    lang=${words.lang}
    aria-label=${title ?? words.drawing(trace.nodes.length)}
  >${tools}${drawing}${refusal}</div>`;

  let index = 0;
  const known = () => state(now.trace, Math.min(index, now.steps.length - 1), now.steps);
  const render = () => {
    drawing.show(known());
    markBroken(drawing, now.error?.node);
    refusal.hidden = now.error === null;
    refusal.say(now.error ? told(now, index, words) : [], now.isMoving);
    refresh();
  };
  const set = (/** @type {number|string} */ step) => {
    index = clamp(step);
    render();
    element.dispatchEvent(new Event("tw-drawn"));
  };
  Object.defineProperty(element, "value", {get: () => index, set});
  const refresh = twin(
    element,
    () => graphTable(now.trace, known(), words),
    words,
    {picture: [tools, drawing]}
  );
  set(asked.step ?? begin);
  if (!globalThis.ResizeObserver) drawing.fit(DEFAULT_WIDTH);
  onWidth(element, drawing.fit);
  /** @type {LiveFigure["recast"]} */
  const recast = (other, how) => {
    validate(other, {most: MOST_INSIDE});
    now = {trace: other, steps: stepsOf(other), ...how};
    render();
  };
  const live = /** @type {LiveFigure} */ ({element, trace, words, lens: null, canMove: () => isMovable, recast});
  /** @param {Record<string, string>} parameters */
  const apply = ({step, open, ...leaves}) => {
    setLeaves(live, leavesIn(trace, leaves));
    if (canFold && open !== undefined) drawing.turnAll(groups.read(open));
    if (step !== undefined) set(step);
    tools.show();
  };
  followLink(element, id, {read: () => ({...read(), ...movedLeaves(trace, now.trace)}), apply});
  if (options.follow) follow(element, options.follow, {leads: asked.step !== undefined});
  // Beside a stepper of the same trace, the leaves are those of the stepper.
  options.follow?.addEventListener("tw-recast", ({built, shown, how}) =>
    built === trace && recast(shown, how));
  if (isMovable && !options.follow) offer(live);
  setLeaves(live, leavesIn(trace, asked));
  return element;
}
