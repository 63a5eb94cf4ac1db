import {explain} from "../causes.js";
import {html} from "htl";
import {numberFormat} from "../../diagrams/words/numbers.js";

/**
 * @typedef {object} Outcome of two engines with one program
 * @property {Trace} trace of the right engine
 * @property {ReturnType<typeof import("./walks.js").firstDifference>} first
 * @property {ReturnType<typeof import("./walks.js").differences>} found
 * @property {View|null} figure of both, if they can be drawn
 */

/**
 * Return the message for engines that agree.
 *
 * @param {Outcome} outcome
 * @param {object} of
 * @param {LabWords} of.says
 * @param {Bug} [of.bug] that was put into the engine
 * @param {LabProgram} [of.other] program on which the bug shows
 * @param {() => void} of.go to that program
 * @returns {HTMLElement}
 */
export function agreement({first}, {says, bug, other, go}) {
  return html`<div class="lab-verdict is-alike">
    <p><strong>${says.agree}</strong> ${bug ? says.hidden(bug.title) : says.agreeOwn}</p>
    ${first ? html`<p>${says.otherOrder}</p>` : ""}
    ${other ? html`<p><button type="button" class="lab-button" onclick=${go}>${says.showsOn(other.title)}</button></p>` : ""}
  </div>`;
}

/**
 * Return the message for engines that differ.
 *
 * @param {Outcome} outcome
 * @param {object} of
 * @param {LabWords} of.says
 * @param {string} of.lang
 * @param {Bug} [of.bug]
 * @param {number[]} of.lines that were changed
 * @returns {HTMLElement}
 */
export function difference({trace, first, found, figure}, {says, lang, bug, lines}) {
  const {short} = numberFormat(lang);
  const write = (/** @type {number|null} */ x) => (x === null ? says.nothing : html`<b>${short(x)}</b>`);
  const label = first ? trace.nodes[first.node].label ?? "…" : found[0].label;
  const [right, broken] = (first ?? found[0]).numbers.map(write);
  return html`<div class="lab-verdict is-different">
    <p><strong>${says.first}</strong>${first && figure ? html` <button type="button" class="lab-button"
      onclick=${() => (figure.value = first.step)}>${says.goThere}</button>` : ""}</p>
    <p>${says.at(label, right, broken)}</p>
    ${bug ? html`<p>${bug.why}</p>` : ""}
    ${lines.length > 0 ? html`<p class="lab-where">${says.lines(lines)}</p>` : ""}
  </div>`;
}

/**
 * Return an error in words.
 *
 * @param {string} title
 * @param {RunError} error
 * @param {Record<string, string>} causes of `liveWords`
 * @param {string} [why] instead of the usual cause
 * @returns {HTMLElement}
 */
export function failure(title, error, causes, why) {
  const {told, cause} = explain(error, causes);
  return html`<div class="lab-verdict is-different"><p><strong>${title}</strong></p>
    <p>${told ? html`<code>${told}</code> ` : ""}${why ?? cause}</p></div>`;
}
