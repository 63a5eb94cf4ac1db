/** What a page adds to its figures of numbers once the engine is near: site.js imports it. */
import {client} from "./client.js";
import {hold} from "./hold.js";
import {programOf} from "./program.js";
import {sampler} from "./sampler.js";
import {sampling} from "./sampling.js";
import {words as known} from "./words.js";

const ADDRESS = new URL("worker.js", import.meta.url);
const WASM = new URL("micropython.wasm", import.meta.url);

/** Loaded on pages with live cells. */
const CELLS = new URL("cells.js", import.meta.url).href;
const EDITOR = new URL("editor.js", import.meta.url).href;

/** What exercises are checked with. */
const CHECKS = new URL("checks.json", import.meta.url).href;

/** Loaded on the page of the lab. */
const LAB = new URL("lab.js", import.meta.url).href;

/** The one engine of the page. */
export const engine = client(() => new Worker(ADDRESS, {type: "module", name: "tapewalk"}));

/** The worker for times without a network sees what pages load, and not what workers do. */
const kept = begun().then(async () => {
  const keeper = await globalThis.navigator.serviceWorker?.ready;
  keeper?.active?.postMessage({visited: [ADDRESS.href, WASM.href, import.meta.url, ...forCells()]});
});
/** On a page of exercises the engine waits until one is touched. */
function begun() {
  const cells = [...document.querySelectorAll(".cell.exercise")];
  if (cells.length === 0) return engine.start();
  return new Promise((resolve, reject) => {
    const start = () => engine.start().then(resolve, reject);
    for (const cell of cells) {
      for (const type of ["pointerdown", "focusin"]) cell.addEventListener(type, start, {once: true});
    }
  });
}

function forCells() {
  if (document.querySelector(".lab-bench")) return [LAB, EDITOR];
  if (document.querySelector(".cell.exercise")) return [CELLS, EDITOR, CHECKS];
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
  const {trace, lens} = figure;
  const program = programOf(trace);
  const curves = lens ? sampling(sampler(engine.run, trace), trace, lens) : null;
  hold(figure, (values) => engine.run(program, named(values)), curves);
}

/** The numbers of leaves under the names that a figure's program knows. */
function named(values) {
  return Object.fromEntries([...values].map(([id, x]) => [`x${id}`, x]));
}

/** @param {import("../diagrams/figure/live.js").LiveFigure} figure that stays what was built */
function asleep({element, words, sleep}) {
  sleep?.();
  element.removeAttribute("aria-busy");
  if (element.querySelector(".tw-asleep")) return;
  const line = document.createElement("p");
  line.className = "tw-asleep";
  line.textContent = known[words.lang].asleep;
  element.append(line);
}
