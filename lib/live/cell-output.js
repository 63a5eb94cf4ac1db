import {explain} from "./causes.js";
import {html} from "htl";

const VIEWS = new URL("../../diagrams/dist/tapewalk/", import.meta.url);

/** Larger graphs are drawn as a list. */
const MOST_DRAWN = 40;

/** Characters of an output that are read out. */
const MOST_SAID = 300;

/** Printed between the output of earlier cells and this one's; no program prints it by chance. */
export const MARK = "\u001e";

/**
 * Return the output of a run for the place below its cell.
 *
 * @param {RunResult} result
 * @param {object} of
 * @param {number} of.offset lines of earlier cells before those of this one
 * @param {number} of.lines of this cell
 * @param {LiveWords} of.says
 * @param {boolean} [of.wantsFigure] whether a run without a figure says why
 * @returns {Promise<{parts: HTMLElement[], line: number|null, state: string, said: string}>} `line` has
 *   the error; `state` is shown beside the buttons, and `said` is read out after it
 */
export async function outputOf({error, printed, isCut, trace}, {offset, lines, says, wantsFigure = false}) {
  const own = ownPart(printed, offset > 0);
  const parts = printedText(printed, offset > 0);
  if (isCut) parts.push(html`<p class="tw-code-note">${says.cut}</p>`);
  if (error) {
    const {element, line, said} = failure(error, {offset, lines, says});
    return {parts: [...parts, element], line, state: "", said};
  }
  if (trace) parts.push(await figureOf(trace));
  else if (wantsFigure) parts.push(html`<p class="tw-code-note">${says.noFigure}</p>`);
  const said = own.length > MOST_SAID ? `${own.slice(0, MOST_SAID)}…` : own;
  return {parts, line: null, state: own || trace ? says.done : says.nothing, said};
}

/**
 * Return what a cell printed as an element, or nothing.
 *
 * @param {string} printed
 * @param {boolean} hasEarlier whether earlier cells ran before it
 * @returns {HTMLElement[]}
 */
export function printedText(printed, hasEarlier) {
  const own = ownPart(printed, hasEarlier);
  return own ? [html`<div class="cell-output cell-output-stdout"><pre tabindex="0"><code>${own}</code></pre></div>`] : [];
}

/** Return the output of this cell, which comes after the mark; before it is that of earlier cells. */
function ownPart(/** @type {string} */ printed, /** @type {boolean} */ hasEarlier) {
  if (printed.includes(MARK)) return printed.slice(printed.indexOf(`${MARK}\n`) + 2);
  return hasEarlier ? "" : printed;
}

/** @param {RunError} error @param {{offset: number, lines: number, says: LiveWords}} of */
function failure(error, {offset, lines, says}) {
  const line = error.line === null ? null : Math.min(error.line - offset, lines);
  const {told, cause: usual} = error.type ? explain(error, says.causes) : {told: error.sentence, cause: ""};
  // The library's own errors end with their usual cause.
  const cause = /\bUsually\b/.test(told) ? "" : usual;
  const where = line === null ? "" : line > 0 ? says.line(line) : says.earlierCell;
  const element = html`<div class="tw-code-error">
    <p><strong>${where}</strong> ${told ? html`<code>${told}</code>` : ""}</p><p>${cause}</p>
  </div>`;
  return {element, line: line > 0 ? line : null, said: [where, told, cause].filter(Boolean).join(" ")};
}

/** Return the figure of the value that ends a program. */
async function figureOf(/** @type {Trace} */ trace) {
  const name = trace.nodes.length > MOST_DRAWN ? "tapeList" : "stepper";
  const {[name]: view} = await import(new URL(`${name}.js`, VIEWS).href);
  return view(trace, {step: 10_000});
}
