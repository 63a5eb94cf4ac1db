import {strings} from "../words/strings.js";
import {sentence} from "../trace/sentence.js";
import {state, steps as stepsOf} from "../trace/steps.js";
import {MOST_INSIDE, validate} from "../trace/validate.js";
import {openGroups} from "../layout/fold.js";
import {graphPlan} from "../layout/folded-layout.js";
import {isSmall} from "../layout/layout.js";
import {graphView} from "../drawing/graph-view.js";
import {MOST_UNFOLDED} from "../drawing/step-graph.js";
import {keyFrames} from "./key-frames.js";

/** Room for a drawing on paper, in CSS pixels. */
const PAPER = 800;

/** Frames of a drawing with many boxes, which weigh a page down. */
const MOST_LARGE = 4;

/**
 * The key steps of a trace as still drawings, for paper and for readers without JavaScript.
 *
 * @typedef {object} Frame
 * @property {number} index of its step
 * @property {number} end the last step
 * @property {import("../words/say.js").Part[]} said its sentence
 * @property {SVGSVGElement} drawing
 *
 * @param {Trace} trace
 * @param {object} [options] with those of the live views, as far as they matter on paper
 * @param {string} [options.lang]
 * @param {number} [options.width] room for one drawing, in CSS pixels
 * @param {number[]} [options.frames] the steps to show, instead of the key steps
 * @param {boolean} [options.fold] whether groups are boxes; by default as in a stepper
 * @param {string[]} [options.open] paths of the open groups
 * @param {boolean} [options.trays] whether saved tensors are shown
 * @param {Options["labels"]} [options.labels] words to use instead of those of `strings(lang)`
 * @returns {Frame[]}
 * @throws {import("../trace/trace-error.js").TraceError} when the trace cannot be drawn
 */
export function filmStrip(trace, {lang = "en", frames, ...options} = {}) {
  validate(trace, {most: MOST_INSIDE});
  const words = {...strings(lang), ...wordsOf(options.labels)};
  const steps = stepsOf(trace);
  const {draw, isLarge} = drawingOf(trace, steps, words, options);
  return (frames ?? keyFrames(steps, isLarge ? MOST_LARGE : undefined)).map((index) => {
    const drawing = draw();
    drawing.show(state(trace, index, steps));
    const said = sentence(trace, index, {lang: words.lang, steps});
    return {index, end: steps.length - 1, said, drawing};
  });
}

/** The labels of a graph are another option of the same name. */
function wordsOf(/** @type {Options["labels"]} */ labels) {
  return typeof labels === "object" ? labels : {};
}

/** @typedef {{width?: number, fold?: boolean, open?: string[], trays?: boolean}} Room */

/** The same drawing as in the live views.
 * @param {Trace} trace @param {import("../trace/steps.js").Step[]} steps @param {Words} words @param {Room} room */
function drawingOf(trace, steps, words, {width = PAPER, fold, open = [], trays}) {
  const groups = openGroups(trace);
  const isPlain = isSmall(trace) && groups.all.length === 0;
  const canFold = groups.all.length > 0 && (fold ?? trace.nodes.length > MOST_UNFOLDED);
  const paths = canFold ? groups.known(open) : null;
  const plan = graphPlan(trace, steps, {open: paths, trays, words, room: width});
  const isLarge = !isPlain && plan.items.length > MOST_UNFOLDED;
  return {draw: () => graphView(trace, {words, plan, isPlain}), isLarge};
}
