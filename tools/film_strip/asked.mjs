import * as PAPERS from "views:papers";
import {escape} from "./dom.mjs";
import {numberFormat} from "../../lib/diagrams/words/numbers.js";
import {strings} from "../../lib/diagrams/words/strings.js";

/**
 * A question as text, with its answer folded, for browsers without scripts.
 *
 * @param {import("./cells.mjs").Call} call of the view on a page
 * @param {string} pageLang
 * @returns {string} HTML
 * @throws {import("../../lib/diagrams/trace/trace-error.js").TraceError} if the answer is missing
 */
export function asked({view, options: given}, pageLang) {
  const {options, resolve} = PAPERS[view].asked(given);
  const lang = options.lang ?? pageLang;
  const words = strings(lang);
  const write = (/** @type {unknown} */ one, /** @type {string} */ unit) => {
    const stands = resolve(one);
    const plain = typeof stands === "number" ? numberFormat(lang).short(stands) : stands;
    return unit ? `${plain} ${unit}` : plain;
  };
  /** @type {{choices?: Choice[], question: string, unit?: string, right?: string}} */
  const {choices = [], question, unit, right} = options;
  const textOf = (/** @type {Choice} */ {text, when}) => text ?? write(when, unit);
  const chosen = choices.find(({when}) => resolve(when) === resolve(options.answer));
  const answer = words.reveal(chosen ? textOf(chosen) : write(options.answer, unit));
  // A function depends on a guess, which does not exist here.
  /** @type {Choice[]} */
  const answered = options.replies ?? choices;
  const replies = answered.filter(({when, say}) => say && typeof when !== "function");
  return `<div class="tw-asked" lang="${lang}" data-pagefind-ignore="all">` +
    `<p class="tw-question">${escape(question)}</p>${ 
    list(choices.map((choice) => escape(textOf(choice)))) 
    }<details><summary>${escape(words.answer)}</summary><p>${escape([answer, right].filter(Boolean).join(" "))}</p>${ 
    list(replies.map((reply) => `<b>${escape(textOf(reply))}</b>: ${escape(reply.say)}`)) 
    }</details></div>`;
}

function list(/** @type {string[]} */ items) {
  return items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
}
