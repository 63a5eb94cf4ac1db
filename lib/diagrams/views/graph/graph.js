import {html} from "htl";
import {asked as askedOf, copyLink, followLink} from "../../figure/links.js";
import {foldableGraph} from "../../drawing/foldable-graph.js";
import {follow} from "../../figure/follow.js";
import {graphTable} from "./table.js";
import {graphTools} from "./tools.js";
import {MOST_INSIDE, validate} from "../../trace/validate.js";
import {openGroups} from "../../drawing/open-groups.js";
import {state} from "../../trace/state.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 720;

/**
 * The graph of a trace: its groups fold, it zooms, arrow keys go along its edges.
 *
 * @param {Trace} trace of at most 5,000 nodes, if at most 200 boxes are drawn
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step
 */
export function graph(trace, options = {}) {
  return figure(manifest, options, 0, (words) => upTo(options, (now, of = trace) => {
    const {labels = "contribution"} = now;
    // The same name in other views: words to use instead of those of the page's language.
    const isWords = typeof labels === "object";
    validate(of, {most: MOST_INSIDE});
    return build(of, {...now, labels: isWords ? "contribution" : labels}, words);
  }, words), own);
}

function build(trace, options, words) {
  const {fold = true, id, labels, lost, trays, title} = options;
  const steps = stepsOf(trace);
  const groups = openGroups(trace);
  const canFold = fold && groups.all.length > 0;
  const asked = askedOf(id) ?? {};
  const start = canFold ? groups.known(options.open ?? []) : null;
  const first = canFold && asked.open !== undefined ? groups.read(asked.open) : start;
  const onFold = () => tools.show();
  const drawing = foldableGraph(trace, steps, words, {open: first, trays, lost, onFold});
  const read = () => ({step: index, open: drawing.open && groups.write(drawing.open)});
  const clamp = (step) => Math.max(0, Math.min(steps.length - 1, Math.round(Number(step)) || 0));
  const begin = clamp(options.step ?? steps.length - 1);
  const copy = copyLink(id, read, words, {
    step: begin,
    open: start && groups.write(start)
  });
  // A graph whose backward pass was not recorded has no numbers for its edges.
  const onEdges = trace.backward.length > 0 ? labels : null;
  const tools = graphTools(words, {drawing, labels: onEdges, groups: canFold ? groups.all : [], copy});
  const element = html`<div
    class="tw-graph-figure"
    role="group"
    lang=${words.lang}
    aria-label=${title ?? words.drawing(trace.nodes.length)}
  >${tools}${drawing}</div>`;

  let index = 0;
  const set = (step) => {
    index = clamp(step);
    drawing.show(state(trace, index, steps));
    refresh();
  };
  Object.defineProperty(element, "value", {get: () => index, set});
  const refresh = twin(
    element,
    () => graphTable(trace, state(trace, index, steps), words),
    words,
    {picture: [tools, drawing]}
  );
  set(asked.step ?? begin);
  fitToRoom(element, drawing);
  /** @param {Record<string, string>} parameters */
  const apply = ({step, open}) => {
    if (canFold && open !== undefined) drawing.turnAll(groups.read(open));
    if (step !== undefined) set(step);
    tools.show();
  };
  followLink(element, id, {read, apply});
  if (options.follow) follow(element, options.follow, {leads: asked.step !== undefined});
  return element;
}

function fitToRoom(element, drawing) {
  if (!globalThis.ResizeObserver) return drawing.fit(DEFAULT_WIDTH);
  let known = 0;
  new ResizeObserver(([{contentRect: {width}}]) => {
    if (width > 0 && width !== known) drawing.fit((known = width));
  }).observe(element);
}
