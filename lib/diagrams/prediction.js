import {html} from "htl";
import {answerFrom} from "./answer.js";
import {icon} from "./icons.js";
import {isClose, readGuess} from "./guess.js";
import {hold} from "./hold.js";
import {numberFormat} from "./numbers.js";
import {problem} from "./problem.js";
import {strings} from "./strings.js";
import {validate} from "./validate.js";

let count = 0;

/**
 * A question about a trace, to be answered before looking.
 *
 * @param {object} trace
 * @param {object} options
 * @param {string} options.question
 * @param {Parameters<typeof answerFrom>[1]} options.answer where the answer stands in the trace:
 *   `{grad: "x"}`, `{value: "c"}`, `{local: ["c", "b"]}` or a function of the trace
 * @param {{when: Parameters<typeof answerFrom>[1], say: string}[]} [options.replies] to guesses
 *   that show a misconception; a function here is asked `(guess, trace)`, true when it applies
 * @param {string} [options.right] said after the right answer
 * @param {string} [options.hint] said after a wrong answer that has no reply of its own
 * @param {string} [options.holds] label of the cell whose output waits for the answer
 * @param {string} [options.lang] the page's language by default
 * @param {string} [options.id] names the question, the same in every language
 * @returns {HTMLElement & {value: {answered: boolean, correct: boolean}}} it dispatches `input`
 *   when the answer is in
 */
export function prediction(trace, options) {
  const words = strings(options.lang);
  try {
    validate(trace);
    return build(trace, options, words);
  } catch (error) {
    return Object.assign(problem(error, words), {value: {answered: false, correct: false}});
  }
}

function build(trace, options, words) {
  const answer = answerFrom(trace, options.answer);
  const {form, input, reply} = card(options, words);
  form.value = {answered: false, correct: false};
  if (options.holds) hold(options.holds, form, words);
  // Its inner events go no further: the card dispatches one "input" when the answer is in.
  input.addEventListener("input", (event) => event.stopPropagation());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const guess = readGuess(input.value);
    input.setAttribute("aria-invalid", guess === null);
    if (guess === null) {
      reply.replaceChildren(html`<p>${words.notANumber}</p>`);
      input.focus();
      return;
    }
    const verdict = judge(guess, answer, trace, options, words);
    show(form, reply, verdict);
    form.value = {answered: true, correct: form.value.correct || verdict.isRight};
    form.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return form;
}

function card({question, id}, words) {
  const name = `tw-prediction-${++count}`;
  // A text field: number fields take the browser's decimal separator, not the page's.
  const input = html`<input
    type="text"
    id=${name}
    class="tw-guess"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-describedby="${`${name}-reply`}"
  >`;
  const button = html`<button type="submit" class="tw-text-button">${words.check}</button>`;
  const reply = html`<div class="tw-reply" id="${`${name}-reply`}" role="status"></div>`;
  const form = html`<form class="tw-prediction" lang=${words.lang} data-question=${id}>
    <label class="tw-question" for=${name}>${question}</label>
    <div class="tw-answer">${input}${button}</div>
    ${reply}
  </form>`;
  return {form, input, reply};
}

/** What to say to a guess: the misconception behind it, if it is a known one, then the answer. */
function judge(guess, answer, trace, {replies = [], right, hint}, words) {
  const {short} = numberFormat(words.lang);
  if (isClose(guess, answer)) {
    return {isRight: true, lines: [words.right(short(answer)), right]};
  }
  const known = replies.find(({when}) =>
    typeof when === "function" ? when(guess, trace) : isClose(guess, answerFrom(trace, when))
  );
  const why = known?.say ?? (hint && words.hint(hint));
  return {isRight: false, lines: [words.wrong(short(guess)), why, words.reveal(short(answer))]};
}

function show(form, reply, {isRight, lines}) {
  form.classList.toggle("is-right", isRight);
  form.classList.toggle("is-wrong", !isRight);
  const [head, ...rest] = lines.filter(Boolean);
  reply.replaceChildren(
    html`<p class="tw-verdict"><strong>${icon(isRight ? "right" : "wrong")} ${head}</strong></p>`,
    ...rest.map((line) => html`<p>${line}</p>`)
  );
}
