import {html} from "htl";
import {choiceField, numberField} from "./answer-field.js";
import {hold} from "./hold.js";
import {icon} from "../controls/icons.js";
import {numberFormat} from "../words/numbers.js";
import {answers, record} from "./progress-store.js";
import {verdict} from "./verdict.js";

/**
 * The card of one question: what is asked, the field for the answer, and what is said to it.
 *
 * @param {Fields} options as of `prediction` and `quiz`
 * @param {(path: any) => number|string} resolve what a path of `answer`, `when` stands for
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when an answer is in
 */
export function question(options, resolve, words) {
  const format = numberFormat(words.lang).short;
  const judge = verdict(options, resolve, {...words, format});
  const {text, field, reply, form} = card(options, words, format, resolve);
  const earlier = answers()[options.id];
  form.value = {answered: earlier !== undefined, correct: earlier?.correct ?? false};
  if (earlier) reply.append(html`<p class="tw-earlier">${words.earlier(earlier.correct)}</p>`);
  if (!earlier) [options.holds ?? []].flat().forEach((id) => hold(id, form, words));
  // Its inner events go no further: the card dispatches one "input" when the answer is in.
  field.addEventListener("input", (event) => event.stopPropagation());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const tellings = field.read().map(judge);
    field.mark(tellings.length === 0);
    if (tellings.length === 0) {
      reply.replaceChildren(html`<p>${text.missing}</p>`);
      return;
    }
    // A text that may mean two numbers is taken for the one that something is known about.
    const telling = tellings.find(({isRight}) => isRight) ?? tellings.find(({isKnown}) => isKnown)
      ?? tellings[0];
    show(form, reply, telling);
    record(options.id, telling.isRight);
    form.value = {answered: true, correct: form.value.correct || telling.isRight};
    form.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return form;
}

let count = 0;

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
  const form = html`<form class="tw-prediction" lang=${words.lang} data-question=${options.id}>
    <div class="tw-answer">
      ${field}<button type="submit" class="tw-text-button">${words.check}</button>
    </div>
    ${reply}
  </form>`;
  return {text, field, reply, form};
}

/** A choice says its own number where it has no words. */
function choicesOf({choices, unit}, format, resolve) {
  return choices.map(({text, when}) => {
    const stands = resolve(when);
    const number = typeof stands === "number" ? format(stands) : stands;
    return {text: text ?? (unit ? `${number} ${unit}` : number), stands};
  });
}

function show(form, reply, {isRight, lines}) {
  form.classList.toggle("is-right", isRight);
  form.classList.toggle("is-wrong", !isRight);
  const [head, ...rest] = lines;
  reply.replaceChildren(
    html`<p class="tw-verdict"><strong>${icon(isRight ? "right" : "wrong")} ${head}</strong></p>`,
    ...rest.map((line) => html`<p>${line}</p>`)
  );
}
