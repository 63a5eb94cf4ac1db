/** What a page adds to its figures of numbers once the engine is near: site.js imports it. */
import {client} from "./client.js";
import {handles} from "./hand.js";
import {programOf} from "./program.js";
import {reachedPart} from "./reached.js";
import {refusal} from "./refusals.js";
import {sampling} from "./sampling.js";
import {toNumber} from "../diagrams/words/numbers.js";
import {words as known} from "./words.js";

const ADDRESS = new URL("worker.js", import.meta.url);
const WASM = new URL("micropython.wasm", import.meta.url);

/** Loaded on pages with live cells. */
const CELLS = new URL("cells.js", import.meta.url).href;
const EDITOR = new URL("editor.js", import.meta.url).href;

/** Loaded on the page of the lab. */
const LAB = new URL("lab.js", import.meta.url).href;

/** Milliseconds after the last move when the sentence is read out. */
const SETTLED = 700;

/** The curves of larger graphs wait until the hand rests: to sample them takes longer than a frame. */
const QUICK = 12;

/** The one engine of the page. */
export const engine = client(() => new Worker(ADDRESS, {type: "module", name: "tapewalk"}));

/** The worker for times without a network sees what pages load, and not what workers do. */
const kept = engine.start().then(async () => {
  const keeper = await globalThis.navigator.serviceWorker?.ready;
  keeper?.active?.postMessage({visited: [ADDRESS.href, WASM.href, import.meta.url, ...forCells()]});
});
function forCells() {
  if (document.querySelector(".lab-bench")) return [LAB, EDITOR];
  return document.querySelector(".cell.live") ? [CELLS, EDITOR] : [];
}

kept.catch(() => {}); // said at each figure

/**
 * Makes the code of a cell something to run and to change.
 *
 * @param {HTMLElement} cell
 */
export async function takeCell(cell) {
  const {enlivenCell} = await import(CELLS);
  enlivenCell(cell, engine);
}

/**
 * Brings the break-it lab into its place.
 *
 * @param {HTMLElement} place
 */
export async function takeLab(place) {
  const [{enlivenLab}] = await Promise.all([import(LAB), engine.start()]);
  enlivenLab(place, engine);
}

/**
 * Makes the leaves of a figure something to take hold of.
 *
 * @param {import("../diagrams/figure/live.js").LiveFigure} figure
 */
export async function takeHold(figure) {
  try {
    await engine.start();
  } catch {
    return asleep(figure);
  }
  const {trace, recast, lens} = figure;
  const program = programOf(trace);
  const built = new Map(
    trace.nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, toNumber(value)])
  );
  let values = new Map(built);
  let isBusy = false;
  let isBehind = false;
  let isMoved = false;
  let timer = null;
  let last = {trace, error: null};
  const curves = lens ? sampling(engine.run, trace, lens) : null;

  const draw = (isMoving) => {
    lens?.hold(isMoving);
    recast(last.trace, {error: last.error, isMoving});
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
        last = read(await engine.run(program, named(at)), figure);
        clearTimeout(timer);
        timer = setTimeout(() => draw(false), SETTLED);
        draw(true);
      }
      if (curves && !(isBehind && trace.nodes.length > QUICK)) lens.draw(await curves.sample(last.trace, at));
    }
    isBusy = false;
  };
  const move = (id, x) => {
    lens?.pick(id);
    if (Object.is(values.get(id), x)) return;
    values.set(id, x);
    isMoved = true;
    compute();
  };
  const hand = handles(figure, {value: (id) => values.get(id), move});
  const reset = resetButton(figure, () => {
    values = new Map(built);
    clearTimeout(timer);
    last = {trace, error: null};
    draw(false);
    compute();
  });
  figure.element.addEventListener("input", hand.show);
  figure.element.classList.add("is-live");
  hand.show();
  if (lens) {
    lens.onPick = compute;
    dragCurve(figure, move);
    compute();
  }
  figure.set = (leaves) => leaves.forEach((x, id) => move(id, x));
  figure.set(figure.wanted ?? new Map());
}

/** The numbers of leaves under the names that a figure's program knows. */
function named(values) {
  return Object.fromEntries([...values].map(([id, x]) => [`x${id}`, x]));
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

function asleep({element, words}) {
  if (element.querySelector(".tw-asleep")) return;
  const line = document.createElement("p");
  line.className = "tw-asleep";
  line.textContent = known[words.lang].asleep;
  element.append(line);
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
