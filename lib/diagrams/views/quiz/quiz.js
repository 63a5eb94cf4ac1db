import {html} from "htl";
import {TraceError} from "../../trace/trace-error.js";
import {question} from "../../questions/question.js";
import {figure} from "../../figure/figure.js";
import {drawnOptions} from "./draws.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * A question whose answer Python computed and published, with a reply to every choice.
 *
 * @param {QuestionOptions & {draws?: import("./draws.js").Draw[]}} options
 * @returns {View<Prediction["value"]>} it dispatches `input` when an answer is in
 */
export function quiz(options) {
  return figure(manifest, options, {answered: false, correct: false}, (words) => {
    const {answer, draws} = options;
    if (!["number", "string"].includes(typeof answer)) throw new TraceError("answer", `${answer}`);
    return draws ? drawn(options, words) : question(options, itself, words);
  }, own);
}

/** Its numbers and words are in the options. */
const itself = (/** @type {AnswerPath} */ answer) => /** @type {number|string} */ (answer);

/**
 * A question that can be asked again with other numbers, which its value has for a figure; what it holds
 * waits for the answer to the first.
 *
 * @param {Parameters<typeof drawnOptions>[0]} options
 * @param {Words} words
 */
function drawn(options, words) {
  let nth = 0;
  let card = question(drawnOptions(options, 0), itself, words);
  const button = html`<button type="button" class="tw-text-button tw-draw">
    ${words.otherNumbers}
  </button>`;
  const element = html`<div class="tw-drawn">${card}${button}</div>`;
  button.addEventListener("click", () => {
    nth = (nth + 1) % options.draws.length;
    const {id, holds, ...asked} = drawnOptions(options, nth);
    const next = question(nth === 0 ? {...asked, id} : asked, itself, words);
    card.replaceWith(next);
    card = next;
    card.querySelector("input")?.focus();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  });
  const showMe = () => card.showMe();
  return Object.defineProperty(Object.assign(element, {showMe}), "value", {
    get: () => ({...card.value, numbers: options.draws[nth].numbers})
  });
}
