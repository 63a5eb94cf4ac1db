import {html} from "htl";
import {TraceError} from "../trace/trace-error.js";
import {graphKeys} from "./graph-keys.js";
import {graphSheet} from "./graph-sheet.js";
import {readout} from "./stage.js";
import {SMALLEST, zoom} from "./zoom.js";

/** A stepper's panel beside the drawing needs this much; no wider drawing has it there. */
const PANEL = 330;
const WIDEST = 600;

/** Below this room there is none for a panel beside the drawing. */
const NARROW = 680;

/**
 * A graph whose groups fold: Enter or a click, arrow keys along the edges, zoom and pan.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {object} [options]
 * @param {string[]|null} [options.open] paths of the groups open at first; null folds nothing
 * @param {boolean} [options.trays]
 * @param {boolean} [options.byShift] arrow keys need Shift, since alone they step
 * @param {() => void} [options.onFold] called when a group has been opened or closed
 * @returns {HTMLElement & {show: (state: import("../trace/steps.js").State) => void,
 *   fit: (room: number, height?: number) => {direction: string, width: number}, open: string[]|null,
 *   zoom: Fields, turnAll: (paths: string[]) => void}} `open` are the paths of the open groups
 */
export function foldableGraph(trace, steps, words, options = {}) {
  const stage = html`<div class="tw-stage tw-pannable"></div>`;
  const live = html`<p class="tw-note-live" aria-live="polite"></p>`;
  const sheet = graphSheet(stage, trace, steps, {...options, open: options.open ?? null, words});
  const note = readout(stage, (mark) => sheet.view().detail(mark));
  const element = html`<div class="tw-frame">${stage}${note}${live}</div>`;
  const on = zoom(stage, sheet.view, words);
  const focus = (item) => {
    sheet.select(item);
    sheet.view().marks[item].focus({preventScroll: true});
    on.reveal(sheet.view().plan.items[item]);
  };
  const turnAll = (paths, tell = words.drawn) => {
    const isDone = attempt(element, () => sheet.draw(paths), live, words);
    if (!isDone) return false;
    on.fit();
    live.textContent = tell(sheet.view().marks.length);
    options.onFold?.();
    // One that has grown may need the room of the panel beside it.
    element.dispatchEvent(new Event("tw-folded", {bubbles: true}));
    return true;
  };
  const turn = (path, node) => {
    const isOpen = sheet.open().includes(path);
    const paths = toggled(sheet.open(), path);
    const tell = isOpen ? words.foldedTo : words.unfolded;
    const isDone = turnAll(paths, (count) => tell(path, count));
    if (isDone) focus(sheet.view().plan.outline.itemOf[node]);
  };
  const reveal = () => {
    const item = sheet.stepItem();
    // What the reader looks at stays where it is.
    const isReading = !element.isConnected || stage.contains(document.activeElement);
    if (item !== null && !isReading) on.reveal(sheet.view().plan.items[item]);
  };
  graphKeys(stage, sheet, {focus, turn, zoom: on, byShift: Boolean(options.byShift)});
  hover(stage, sheet);
  let widest = 0;
  const show = (state) => {
    sheet.show(state);
    reveal();
  };
  const fit = (room, height) => {
    if (height !== undefined) stage.style.maxHeight = `${height}px`;
    sheet.fit(room);
    on.fit();
    reveal();
    const {direction, width} = sheet.view().plan;
    widest = Math.max(widest, width);
    return {direction, width: direction === "right" ? width : roomOf(widest, room)};
  };
  Object.assign(element, {show, fit, tall: () => sheet.view().plan.height, zoom: on, turnAll});
  return Object.defineProperty(element, "open", {get: sheet.open});
}

/** Too many open groups are refused, with words; the drawing stays as it is. */
function attempt(element, draw, live, words) {
  try {
    draw();
    element.classList.remove("is-refused");
    return true;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    live.textContent = error.explain(words);
    element.classList.add("is-refused");
    return false;
  }
}

/** Lights the way of the gradient to the box under the pointer or in focus. */
function hover(stage, sheet) {
  for (const name of ["focusin", "pointerover"]) {
    stage.addEventListener(name, ({target}) => {
      const item = sheet.view().marks.indexOf(target.closest(".tw-node"));
      if (item === -1) return;
      sheet.light(item);
      if (name === "focusin") sheet.select(item);
    });
  }
  for (const name of ["focusout", "pointerleave"]) stage.addEventListener(name, sheet.lightStep);
}

/** What the drawing takes of a stepper's room: all of it once it was too wide for less. */
function roomOf(widest, room) {
  const beside = Math.min(room - PANEL, WIDEST);
  return room < NARROW || widest * SMALLEST > beside ? room : beside;
}

/** A group that closes takes those inside it along. */
function toggled(open, path) {
  return open.includes(path) ? open.filter((one) => !isInside(one, path)) : [...open, path];
}

function isInside(path, outer) {
  return path === outer || path.startsWith(`${outer} / `);
}
