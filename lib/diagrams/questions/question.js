import {html} from "htl";
import {readings} from "../words/guess.js";
import {numberFormat} from "../words/numbers.js";
import {icon} from "../controls/icons.js";
import {hold} from "./hold.js";
import {answers, record} from "./progress-store.js";
import {verdict} from "./verdict.js";

/** Misses of one question after which its answer is offered. */
const PATIENCE = 2;

/**
 * The card of one question: what is asked, the field for the answer, and what is said to it. A miss
 * gets the reply for that mistake, or a hint, and the reader tries again; the answer is shown to
 * readers who give it and to those who ask for it.
 *
 * @param {QuestionOptions} options
 * @param {Resolve} resolve
 * @param {Words} words of `strings(lang)`
 * @returns {Prediction} it dispatches `input` at every answer; `answered` once the right one was given
 *   or shown, `correct` if it was given first; `showMe` shows it
 *
 * @typedef {(path: AnswerPath) => number|string} Resolve returns the value at a path
 * @typedef {"right"|"wrong"|"seen"} Outcome
 */
export function question(options, resolve, words) {
  const format = numberFormat(words.lang).short;
  const {judge, shown} = verdict(options, resolve, {...words, format});
  const {text, field, reply, form, button} = card(options, words, format, resolve);
  const earlier = answers()[options.id];
  let misses = earlier?.tries ?? 0;
  let isSeen = earlier?.seen ?? false;
  form.value = {answered: isSeen || (earlier?.correct ?? false), correct: earlier?.correct ?? false};
  if (earlier) reply.append(html`<p class="tw-earlier">${words.earlier(earlier)}</p>`);
  const settle = (/** @type {boolean} */ isRight, /** @type {Outcome} */ outcome) => {
    const correct = form.value.correct || (isRight && !isSeen);
    const answered = form.value.answered || outcome !== "wrong";
    form.value = {answered, correct};
    form.classList.toggle("is-offering", misses >= PATIENCE && !answered);
    record(options.id, outcome);
    form.dispatchEvent(new Event("input", {bubbles: true}));
  };
  form.showMe = () => {
    const isFirst = !form.value.answered;
    isSeen ||= isFirst;
    show(form, reply, "seen", shown);
    if (isFirst) settle(false, "seen");
  };
  if (!form.value.answered) [options.holds ?? []].flat().forEach((id) => hold(id, form));
  button.addEventListener("click", form.showMe);
  // On a phone, the reply takes the question's place in a picture: a press brings the question back.
  const again = (/** @type {string} */ line) => html`<button type="button" class="tw-again" onclick=${(/** @type {MouseEvent} */ {detail}) => {
    form.reset();
    form.classList.remove("is-wrong");
    reply.replaceChildren();
    if (detail === 0) field.querySelector("input").focus();
  }}>${line}</button>`;
  // Its inner events go no further: the card dispatches one "input" when an answer is in.
  field.addEventListener("input", (/** @type {Event} */ event) => event.stopPropagation());
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const tellings = /** @type {(number|string)[]} */ (field.read()).map(judge);
    field.mark(tellings.length === 0);
    if (tellings.length === 0) {
      reply.replaceChildren(html`<p>${text.missing}</p>`);
      return;
    }
    // A text that may mean two numbers is taken for the one that something is known about.
    const {isRight, lines} = tellings.find((one) => one.isRight)
      ?? tellings.find((one) => one.isKnown) ?? tellings[0];
    if (!isRight) misses += 1;
    const next = isRight || form.value.answered ? "" : again(misses < PATIENCE ? words.tryAgain : words.offer);
    show(form, reply, isRight ? "right" : "wrong", [...lines, next]);
    settle(isRight, isRight ? "right" : "wrong");
  });
  return form;
}

let count = 0;

/** @param {QuestionOptions} options @param {Words} words @param {(x: number) => string} format
 * @param {Resolve} resolve */
function card(options, words, format, resolve) {
  const name = `tw-question-${++count}`;
  const text = {
    question: options.question,
    unit: options.unit,
    lang: words.lang,
    missing: options.choices ? words.notChosen : words.notANumber
  };
  const field = options.choices
    ? choiceField({name, ...text, choices: choicesOf(options, format, resolve)})
    : numberField({name, ...text});
  const reply = html`<div class="tw-reply" id="${`${name}-reply`}" role="status"></div>`;
  const button = html`<button type="button" class="tw-text-button tw-show-me">
    ${words.showMe}
  </button>`;
  const form = html`<form class="tw-prediction" lang=${words.lang} data-question=${options.id}>
    <div class="tw-answer">
      ${field}<button type="submit" class="tw-text-button">${words.check}</button>${button}
    </div>
    ${reply}
  </form>`;
  return {text, field, reply, form, button};
}

/** A field for a number, named by the question; `read` returns what may be meant, `mark` points out a gap.
 * @param {{name: string, question: string, unit?: string, lang: string}} texts */
function numberField({name, question, unit, lang}) {
  // A text field: number fields take the browser's decimal separator, not the page's.
  const input = html`<input
    type="text"
    id=${name}
    class="tw-guess"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-describedby="${`${unit ? `${name}-unit ` : ""}${name}-reply`}"
  >`;
  const element = html`<div class="tw-field">
    <label class="tw-question" for=${name}>${question}</label>
    ${input}${unit && html`<span class="tw-unit" id="${`${name}-unit`}">${unit}</span>`}
  </div>`;
  const mark = (/** @type {boolean} */ isMissing) => {
    input.setAttribute("aria-invalid", isMissing);
    if (isMissing) input.focus();
  };
  return Object.assign(element, {read: () => readings(input.value, lang), mark});
}

/** A choice of one, named by the question, with `read` and `mark` as of `numberField`.
 * @param {{name: string, question: string, choices: ReturnType<typeof choicesOf>}} texts */
function choiceField({name, question, choices}) {
  const inputs = choices.map(({stands}, i) => html`<input
    type="radio"
    name=${name}
    id="${`${name}-${i}`}"
    value=${i}
    data-stands=${stands}
  >`);
  const element = html`<fieldset class="tw-field tw-options" aria-describedby="${`${name}-reply`}">
    <legend class="tw-question">${question}</legend>
    ${choices.map(({text}, i) => html`<label class="tw-option">${inputs[i]}<span>${text}</span></label>`)}
  </fieldset>`;
  const read = () => choices.filter((_, i) => inputs[i].checked).map(({stands}) => stands);
  const mark = (/** @type {boolean} */ isMissing) => isMissing && inputs[0].focus();
  return Object.assign(element, {read, mark});
}

/** A choice says its own number where it has no words.
 * @param {QuestionOptions} options @param {(x: number) => string} format @param {Resolve} resolve */
function choicesOf({choices, unit}, format, resolve) {
  return choices.map(({text, when}) => {
    const stands = resolve(when);
    const number = typeof stands === "number" ? format(stands) : stands;
    return {text: text ?? (unit ? `${number} ${unit}` : number), stands};
  });
}

/** Shows a verdict and the lines after it; empty ones are left out.
 * @param {HTMLElement} form @param {HTMLElement} reply @param {Outcome} outcome @param {string[]} lines */
function show(form, reply, outcome, [head, ...rest]) {
  form.classList.toggle("is-right", outcome === "right");
  form.classList.toggle("is-wrong", outcome === "wrong");
  const sign = outcome === "seen" ? "" : html`${icon(outcome)} `;
  reply.replaceChildren(
    html`<p class="tw-verdict"><strong>${sign}${head}</strong></p>`,
    ...rest.filter(Boolean).map((line) => html`<p>${line}</p>`)
  );
}
