import {handles} from "./hand.js";
import {reachedPart} from "./reached.js";
import {refusal} from "./refusals.js";
import {toNumber} from "../diagrams/words/numbers.js";
import {words as known} from "./words.js";

/** Milliseconds after the last move when the sentence is read out. */
const SETTLED = 700;

/** The curves of larger graphs wait until the hand rests: to sample them takes longer than a frame. */
const QUICK = 12;

/**
 * Makes the leaves of a figure something to take hold of, whoever computes: the engine in the page,
 * or a notebook's Python.
 *
 * @param {import("../diagrams/figure/live.js").LiveFigure} figure
 * @param {(values: Map<number, number>) => Promise<Fields>} ask for the figure's program with these
 *   numbers for its leaves, by id; it answers as engine.js does
 * @param {{sample: (shown: Trace, values: Map<number, number>) => Promise<Fields>}|null} [curves] of
 *   the figure's lens
 */
export function hold(figure, ask, curves = null) {
  const {element, trace, recast, lens} = figure;
  const built = new Map(
    trace.nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, toNumber(value)])
  );
  let values = new Map(built);
  let isBusy = false;
  let isBehind = false;
  let isMoved = false;
  let timer = null;
  let last = {trace, error: null};

  const draw = (isMoving) => {
    lens?.hold(isMoving);
    const how = {error: last.error, isMoving, values};
    recast(last.trace, how);
    // Views that follow it show the same.
    element.dispatchEvent(Object.assign(new Event("tw-recast"), {built: trace, shown: last.trace, how}));
    hand.show();
    reset.show([...built].some(([id, x]) => !Object.is(x, values.get(id))));
  };
  /** One run at a time, and always one for where the hand is last: the numbers, then the curves. */
  const compute = async () => {
    isBehind = true;
    if (isBusy) return;
    isBusy = true;
    while (isBehind) {
      isBehind = false;
      const at = new Map(values);
      if (isMoved) {
        isMoved = false;
        // Where the page was built, its own numbers stand, to the last digit.
        const isBuilt = [...built].every(([id, x]) => Object.is(x, at.get(id)));
        last = isBuilt ? {trace, error: null} : read(await ask(at), figure);
        clearTimeout(timer);
        timer = setTimeout(() => draw(false), SETTLED);
        draw(true);
      }
      if (!isMoved) element.removeAttribute("aria-busy");
      if (curves && !(isBehind && trace.nodes.length > QUICK)) lens.draw(await curves.sample(last.trace, at));
    }
    isBusy = false;
  };
  const move = (id, x) => {
    lens?.pick(id);
    if (Object.is(values.get(id), x)) return;
    values.set(id, x);
    isMoved = true;
    element.setAttribute("aria-busy", "true");
    compute();
  };
  const hand = handles(figure, {value: (id) => values.get(id), move});
  const reset = resetButton(figure, () => {
    values = new Map(built);
    isMoved = true;
    compute();
  });
  element.addEventListener("input", hand.show);
  element.classList.add("is-live");
  element.removeAttribute("aria-busy");
  hand.show();
  if (lens) {
    lens.onPick = compute;
    dragCurve(figure, move);
    compute();
  }
  figure.set = (leaves) => leaves.forEach((x, id) => move(id, x));
  figure.set(figure.wanted ?? new Map());
}

/** The curve of the whole is a handle too: what is below the pointer is where its leaf goes. */
function dragCurve({lens, canMove}, move) {
  const drawing = lens.querySelector(".tw-whole");
  const follow = ({clientX}) => {
    const scale = lens.scales.get(lens.leaf());
    move(lens.leaf(), scale.snap(lens.at(clientX)));
  };
  drawing.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !canMove()) return;
    drawing.setPointerCapture(event.pointerId);
    follow(event);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (drawing.hasPointerCapture(event.pointerId)) follow(event);
  });
}

/** What an engine's answer shows: its trace, or how far it came and why no further. */
function read(result, {trace, words}) {
  if (result.error === null && isSameGraph(result.trace, trace)) {
    return {trace: result.trace, error: null};
  }
  const {type, sentence, line} = result.error ?? {type: "Malformed", sentence: "", line: null};
  const why = {Timeout: "tooLong", MemoryError: "tooMuch"}[type] ?? (line === null ? "noAnswer" : null);
  if (why) {
    const text = `${known[words.lang][why]}.`;
    return {trace: {...trace, forward: [], backward: [], grads: {}}, error: {node: -1, text}};
  }
  const {trace: part, node} = reachedPart(trace, result);
  return {trace: part, error: {node, text: refusal(sentence, words)}};
}

/** A figure shows its own graph and no other, whatever comes. */
function isSameGraph(other, trace) {
  const form = ({nodes, edges}) => [nodes.map(({op}) => op), edges.map(({from, to}) => [from, to])];
  try {
    return JSON.stringify(form(other)) === JSON.stringify(form(trace));
  } catch {
    return false; // No trace at all.
  }
}

function resetButton({element, words}, onReset) {
  const button = document.createElement("button");
  Object.assign(button, {type: "button", className: "tw-afresh", hidden: true});
  button.textContent = known[words.lang].reset;
  button.addEventListener("click", () => {
    element.focus({preventScroll: true});
    onReset();
  });
  element.append(button);
  return {
    show(isChanged) {
      button.hidden = !isChanged;
    }
  };
}
