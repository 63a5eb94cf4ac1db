import {html} from "htl";
import {gradientText, savedTexts, shapeText, toNumber} from "../../words/numbers.js";
import {bareName, glyphs, symbolText} from "../../words/operations.js";
/** @import {NumberFormat} from "../../words/numbers.js" */
/** @import {Step} from "../../trace/steps.js" */
/** @import {Context, Row} from "./rows.js" */

/**
 * One operation on the tape: its result, what it keeps, the gradient that it receives, and those that it
 * sends. Everything that is a step is a button that leads to it.
 *
 * @param {Trace} trace
 * @param {Row} row
 * @param {number} number its position on the tape, from 1
 * @param {Context} context
 * @returns {HTMLLIElement & {show: (index: number) => void}} `show` does nothing where nothing in
 *   this row has changed
 */
export function tapeRow(trace, row, number, context) {
  const value = html`<span class="tw-op-value tw-value"></span>`;
  const last = row.changes.at(-1);
  const received = roomFor(receivedText(row, last, context.format), "tw-op-received");
  const sends = row.sends.map((sent) => sendButton(trace, sent, context));
  const element = html`<li class="tw-op">
    ${written(trace, row, number, context, value)}
    <div class="tw-op-read">
      ${row.seed === null ? received : stepButton("tw-op-seed", row.seed, received)}
      ${sends}
    </div>
  </li>`;
  const result = valueOf(trace.nodes[row.node], context.format.short);
  let shown = "";
  const show = (/** @type {number} */ index) => {
    const past = row.changes.filter((at) => at <= index).length;
    const isNow = index === row.at || index === row.seed || row.sends.some(({at}) => at === index);
    if (shown === `${past} ${isNow}`) return;
    shown = `${past} ${isNow}`;
    const isWritten = index >= row.at;
    element.classList.toggle("is-written", isWritten);
    element.classList.toggle("is-read", row.sends.length > 0 && row.sends.at(-1).at <= index);
    element.classList.toggle("is-now", isNow);
    value.textContent = isWritten ? result : "";
    received.textContent = receivedText(row, index, context.format);
    for (const send of sends) send.show(index);
  };
  return Object.assign(element, {show});
}

/** @param {Trace} trace @param {Row} row @param {number} number @param {Context} context @param {HTMLElement} value */
function written(trace, {node, at}, number, context, value) {
  const {words, format} = context;
  const {label, shape, ...rest} = trace.nodes[node];
  const saved = savedTexts(trace, trace.nodes[node], context);
  const size = shape?.length > 0 ? html`<span class="tw-op-shape">${shapeText(shape)}</span>` : null;
  const savedList = html`<span class="tw-op-saved">
    <span>${words.kept} </span>${saved.map((text) => html`<span class="tw-tray">${text}</span> `)}
  </span>`;
  const symbol = symbolText(glyphs({...rest, label}, format.short));
  return stepButton("tw-op-written", at, html.fragment`
    <span class="tw-op-number">${number}</span>
    <span class="tw-op-what"><span class="tw-op-symbol">${symbol}</span>
      <span class="tw-op-name">${label}</span> ${size}</span>
    ${value} ${saved.length > 0 ? savedList : null}
  `);
}

function stepButton(/** @type {string} */ name, /** @type {number} */ step, /** @type {Node} */ content) {
  return html`<button type="button" class=${name} data-step=${step} tabindex="-1">${content}</button>`;
}

/** @param {Trace} trace @param {Step} sent @param {Context} context */
function sendButton(trace, sent, {words, format}) {
  const to = bareName(trace.nodes[sent.to], words, format.short);
  const amount = roomFor(sentText(sent, format), "tw-op-amount");
  const element = stepButton("tw-op-send", sent.at, html.fragment`
    <span class="tw-op-to"><span aria-hidden="true">→ </span><span class="tw-unseen">${words.sendsTo}
    </span>${to}</span> ${amount}
  `);
  const show = (/** @type {number} */ index) => {
    element.classList.toggle("is-sent", index >= sent.at);
    amount.textContent = index < sent.at ? "∂" : sentText(sent, format);
  };
  return Object.assign(element, {show});
}

/** The place of a gradient, as wide as its text will be: no row grows later. All letters have one width. */
function roomFor(/** @type {string} */ text, /** @type {string} */ name) {
  const style = `min-width: ${[...text].length}ch`;
  return html`<span class="${`${name} tw-grad`}" style=${style}></span>`;
}

/** `∂ 14 × 3 = 42`, or the norm where the local gradient would be a matrix. */
function sentText(/** @type {Step} */ {upstream, local, contribution}, /** @type {NumberFormat} */ format) {
  const isEquation = local !== null && typeof upstream === "number" && typeof contribution === "number";
  if (!isEquation) return amountText(contribution, format.short);
  return equation(format, upstream, "×", local, contribution);
}

/** The gradient that has arrived so far, as a sum from the second arrival on; an ellipsis stands for later ones.
 * @param {Row} row @param {number} index @param {NumberFormat} format */
function receivedText({seed, total, arrivals}, index, format) {
  if (seed !== null) return index < seed ? "∂" : amountText(total, format.short);
  const here = arrivals.filter(({at}) => at <= index);
  if (here.length === 0) return "∂";
  const {contribution, before, total: sum, isOverwritten} = here.at(-1);
  const rest = here.length < arrivals.length ? " + …" : "";
  const isSum = typeof before === "number" && typeof contribution === "number" && typeof sum === "number";
  if (!isSum || isOverwritten) return `${amountText(sum, format.short)}${rest}`;
  return `${equation(format, before, "+", contribution, sum)}${rest}`;
}

/** `∂ 14 × 3 = 42`; a rounded result does not equal the product before it.
 * @param {NumberFormat} format @param {number} left @param {"×"|"+"} sign @param {number} right
 * @param {number} result */
function equation({short, isRounded}, left, sign, right, result) {
  const second = right < 0 ? `(${short(right)})` : short(right);
  return `∂ ${short(left)} ${sign} ${second} ${isRounded(result) ? "≈" : "="} ${short(result)}`;
}

/** A gradient in words, or only its sign where the trace has no number. */
export function amountText(/** @type {Amount|null} */ amount, /** @type {NumberFormat["short"]} */ format) {
  return amount === null ? "∂" : gradientText(amount, format);
}

/** `= 7`, or a tensor's norm where the trace knows the result. */
function valueOf(/** @type {TraceNode} */ {value, summary}, /** @type {NumberFormat["short"]} */ format) {
  const number = toNumber(value);
  if (number !== null) return `= ${format(number)}`;
  const norm = toNumber(summary?.norm);
  return norm === null ? "" : `‖·‖ ${format(norm)}`;
}
