import {reachedPart} from "./reached.js";
import {refusal} from "./refusals.js";
import {numberFormat} from "../diagrams/words/numbers.js";
import {sideways} from "../diagrams/controls/drag.js";
import {byKey} from "../diagrams/controls/leaf-sliders.js";
import {leafHandles} from "./leaf-handles.js";
import {leafValues} from "./program.js";
import {snapped} from "./named-values.js";
import {sampling} from "./sampling.js";
import {figureWords} from "./words/words.js";

/** Milliseconds after the last move when the sentence is read out. */
const SETTLED = 700;

/** @typedef {Pick<RunResult, "trace"|"error"|"reached">} Computed */

/**
 * Let a reader move the leaves of a figure. The engine in the page computes, or a notebook's Python.
 *
 * @param {LiveFigure} figure
 * @param {(values: Map<number, number>) => Promise<Computed>} ask runs the figure's program with these
 *   numbers for its leaves, by id
 */
export function makeMovable(figure, ask) {
  const {element, trace, recast, lens} = figure;
  const curves = lens ? sampling(trace, lens) : null;
  const built = leafValues(/** @type {Trace} */ (trace));
  let values = new Map(built);
  let isBusy = false;
  let isBehind = false;
  let isMoved = false;
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @type {ReturnType<typeof read>} */
  let last = {trace, error: null};

  const draw = (/** @type {boolean} */ isMoving) => {
    lens?.hold(isMoving);
    const how = {error: last.error, isMoving, values};
    recast(last.trace, how);
    // Views that follow it show the same.
    element.dispatchEvent(Object.assign(new Event("tw-recast"), {built: trace, shown: last.trace, how}));
    handles.show();
    showKnob();
    reset.show([...built].some(([id, x]) => !Object.is(x, values.get(id))));
  };
  /** One run at a time, and always one for the latest values: the numbers, then the curves. */
  const compute = async () => {
    isBehind = true;
    if (isBusy) return;
    isBusy = true;
    while (isBehind) {
      isBehind = false;
      const at = new Map(values);
      if (isMoved) {
        isMoved = false;
        // The numbers from the build are exact to the last digit.
        const isBuilt = [...built].every(([id, x]) => Object.is(x, at.get(id)));
        last = isBuilt ? {trace, error: null} : read(await ask(at), figure);
        clearTimeout(timer);
        timer = setTimeout(() => draw(false), SETTLED);
        draw(true);
      }
      if (!isMoved) element.removeAttribute("aria-busy");
      if (curves) lens.draw(curves.sample(last.trace, at));
    }
    isBusy = false;
  };
  const move = (/** @type {number} */ id, /** @type {number} */ x) => {
    lens?.pick(id);
    if (Object.is(values.get(id), x)) return;
    values.set(id, x);
    isMoved = true;
    element.setAttribute("aria-busy", "true");
    compute();
  };
  const handles = leafHandles(figure, {value: (id) => values.get(id), move});
  const reset = resetButton(figure, () => {
    values = new Map(built);
    isMoved = true;
    compute();
  });
  const showKnob = lens ? dragCurve(figure, move, (id) => values.get(id)) : () => {};
  element.addEventListener("input", handles.show);
  element.classList.add("is-live");
  element.removeAttribute("aria-busy");
  handles.show();
  if (lens) {
    lens.onPick = () => {
      showKnob();
      compute();
    };
    showKnob();
    compute();
  }
  figure.set = (asked) => asked.forEach((x, id) => move(id, x));
  figure.set(figure.wanted ?? new Map());
}

/**
 * Make the curve of the whole a handle too: a mouse brings its leaf to the place of the pointer, a
 * finger moves it as far as it goes itself, and its knob takes keys.
 *
 * @param {LiveFigure} figure
 * @param {(id: number, x: number) => void} move
 * @param {(id: number) => number} value of a leaf now
 */
function dragCurve({lens, canMove, trace, words}, move, value) {
  const drawing = /** @type {SVGElement} */ (lens.querySelector(".tw-whole"));
  const knob = /** @type {SVGElement} */ (drawing.querySelector(".tw-lens-knob"));
  const scale = () => lens.scales.get(lens.leaf());
  const label = () => trace.nodes[lens.leaf()].label;
  const bring = (/** @type {number} */ x) => move(lens.leaf(), snapped(label(), x, scale()));
  let from = 0;
  sideways(drawing, {
    canStart(event) {
      if (!canMove()) return false;
      from = value(lens.leaf());
      const isKnob = /** @type {Element} */ (event.target).closest(".tw-lens-knob") !== null;
      if (event.pointerType === "mouse" && !isKnob) bring((from = lens.at(event.clientX)));
      return true;
    },
    move: (by) => bring(from + by * lens.perPixel())
  });
  knob.addEventListener("keydown", (event) => {
    const by = byKey(event, scale());
    if (by === undefined || !canMove() || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(lens.leaf(), scale().inside(value(lens.leaf()) + by));
  });
  const {exact} = numberFormat(words.lang);
  // A picture hides what is in it from screen readers, the knob too.
  drawing.setAttribute("role", "group");
  return () => {
    const {least, most} = scale();
    const x = value(lens.leaf());
    const attributes = {
      role: "slider", tabindex: 0, "aria-label": figureWords(words.lang).leaf(label(), false),
      "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": x, "aria-valuetext": exact(x)
    };
    for (const [name, one] of Object.entries(attributes)) knob.setAttribute(name, String(one));
  };
}

/**
 * Return the trace of an engine's answer, or the part before an error.
 *
 * @param {Computed} result
 * @param {LiveFigure} figure
 * @returns {{trace: Trace, error: {node: number, text: string}|null}}
 */
function read(result, {trace, words}) {
  if (result.error === null && isSameGraph(result.trace, trace)) {
    return {trace: result.trace, error: null};
  }
  const {type, sentence, line} = result.error ?? {type: "Malformed", sentence: "", line: null};
  const {tooLong, tooMuch, noAnswer} = figureWords(words.lang);
  const why = type === "Timeout" ? tooLong : type === "MemoryError" ? tooMuch : line === null ? noAnswer : null;
  if (why) {
    return {trace: {...trace, forward: [], backward: [], grads: {}}, error: {node: -1, text: `${why}.`}};
  }
  const {trace: part, node} = reachedPart(trace, result);
  return {trace: part, error: {node, text: refusal(sentence, words)}};
}

/** Return whether an answer is about the figure's own graph, which is the only one that it shows. */
function isSameGraph(/** @type {Trace} */ other, /** @type {Trace} */ trace) {
  const form = (/** @type {Trace} */ {nodes, edges}) =>
    [nodes.map(({op}) => op), edges.map(({from, to}) => [from, to])];
  try {
    return JSON.stringify(form(other)) === JSON.stringify(form(trace));
  } catch {
    return false; // not a trace
  }
}

/** @param {LiveFigure} figure @param {() => void} onReset */
function resetButton({element, words}, onReset) {
  const button = document.createElement("button");
  Object.assign(button, {type: "button", className: "tw-afresh", hidden: true});
  button.textContent = figureWords(words.lang).reset;
  button.addEventListener("click", () => {
    element.focus({preventScroll: true});
    onReset();
  });
  element.append(button);
  return {
    show(/** @type {boolean} */ isChanged) {
      button.hidden = !isChanged;
    }
  };
}
