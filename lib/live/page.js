/** The live parts of a page: site.js imports them when a cell comes near or a figure is touched. */
import {LEVELS, client, levelOf} from "./client.js";
import {makeMovable} from "./movable-leaves.js";
import {programOf} from "./program.js";
import {figureWords} from "./words/words.js";

const ADDRESS = new URL("worker.js", import.meta.url);
const WASM = new URL("micropython.wasm", import.meta.url);

/** Loaded on pages with live cells. */
const CELLS = new URL("cells.js", import.meta.url).href;
const EDITOR = new URL("editor.js", import.meta.url).href;

/** The inputs and results of a module's exercises. */
const checksOf = (/** @type {string} */ module) => new URL(`checks-${module}.json`, import.meta.url).href;

/** Loaded on the page of the lab. */
const LAB = new URL("lab.js", import.meta.url).href;

/** Loaded on a page on which lines are derived. */
const DERIVE = new URL("derive.js", import.meta.url).href;

/** Arrays and names, which the worker imports where a cell of the page needs them. */
const ARRAYS = new URL("arrays.js", import.meta.url).href;
const NAMES = new URL("names.js", import.meta.url).href;
const codes = [...document.querySelectorAll(".cell.live pre > code")];
const derives = document.querySelector(".derive-bench") !== null;
const level = Math.max(Number(derives), ...codes.map(({textContent}) => levelOf(textContent)));

/** The one engine of the page. */
export const engine = client(
  (its) => new Worker(`${ADDRESS.href}#${LEVELS[its]}`, {type: "module", name: "tapewalk"}),
  level
);

/** Load the engine and let it be kept: the service worker does not see the files of a page's workers. */
export async function begin() {
  await engine.start();
  const keeper = await globalThis.navigator.serviceWorker?.ready;
  const forArrays = [ARRAYS, NAMES].slice(0, level);
  keeper?.active?.postMessage({visited: [ADDRESS.href, WASM.href, import.meta.url, ...forCells(), ...forArrays]});
}

function forCells() {
  if (document.querySelector(".lab-bench")) return [LAB, EDITOR];
  if (derives) return [DERIVE];
  const check = document.querySelector('.cell[id^="check-"] pre > code')?.textContent;
  if (document.querySelector(".cell.exercise")) return [CELLS, EDITOR, ARRAYS, checksOf(/\d\d/.exec(check)[0])];
  return document.querySelector(".cell.live") ? [CELLS, EDITOR] : [];
}

/**
 * Let a reader run and change the code of a cell.
 *
 * @param {HTMLElement} cell
 */
export async function enlivenCell(cell) {
  const cells = await import(CELLS);
  cells.enlivenCell(cell, engine);
}

/**
 * Load the break-it lab into its place.
 *
 * @param {HTMLElement} place
 */
export async function enlivenLab(place) {
  const [lab] = await Promise.all([import(LAB), engine.start()]);
  lab.enlivenLab(place, engine);
}

/**
 * Load the lines that a reader derives into their place.
 *
 * @param {HTMLElement} place
 */
export async function enlivenDerive(place) {
  const [derive] = await Promise.all([import(DERIVE), engine.start()]);
  await derive.enlivenDerive(place, engine);
}

/**
 * Let a reader move the leaves of a figure.
 *
 * @param {LiveFigure} figure
 */
export async function enlivenFigure(figure) {
  try {
    await engine.start();
  } catch {
    return asleep(figure);
  }
  if (figure.wake) return figure.wake(engine.run);
  const program = programOf(figure.trace);
  makeMovable(figure, (values) => engine.run(program, named(values)));
}

/** Return the numbers of leaves under their names in a figure's program. */
function named(/** @type {Map<number, number>} */ values) {
  return Object.fromEntries([...values].map(([id, x]) => [`x${id}`, x]));
}

/** @param {LiveFigure} figure that stays as it was built */
function asleep({element, words, sleep}) {
  sleep?.();
  element.removeAttribute("aria-busy");
  if (element.querySelector(".tw-asleep")) return;
  const line = document.createElement("p");
  line.className = "tw-asleep";
  line.textContent = figureWords(words.lang).asleep;
  element.append(line);
}
