import {numberFormat} from "../words/numbers.js";

/**
 * What a question lacks to teach: a reply to every likely mistake, one that does not give the answer
 * away, and why the answer is right. A build stops at a question that lacks any of it.
 *
 * @param {QuestionOptions} options
 * @param {import("./question.js").Resolve} resolve
 * @param {string} lang
 * @returns {string[]} one sentence for each thing, none when nothing is missing
 */
export function lacks(options, resolve, lang) {
  const {choices, replies = [], right, hint, holds = []} = options;
  const answer = resolve(options.answer);
  const format = numberFormat(lang).short;
  const name = (/** @type {number|string} */ stands) => (typeof stands === "number" ? format(stands) : stands);
  /** @type {QuestionOptions["choices"]} */
  const listed = choices ?? replies;
  const known = listed.map(({when, text, say}) => {
    const stands = resolve(when);
    return {stands, say, isRight: stands === answer, called: `“${text ?? name(stands)}”`};
  });
  const wrong = known.filter(({isRight}) => !isRight);
  const found = [];
  for (const {say, called} of wrong) if (!say) found.push(`has no reply to ${called}`);
  if (!right && !known.some(({isRight, say}) => isRight && say)) {
    found.push("does not say why its answer is right: give it `right`");
  }
  if (!choices && replies.length === 0) found.push("has no reply to any likely mistake");
  if (!choices && !hint) found.push("has no `hint` for a number that nobody thought of");
  const twice = known.filter(({stands}, nth) => known.findIndex((one) => one.stands === stands) < nth);
  for (const {called} of twice) found.push(`has two replies to ${called}`);
  if (!choices) {
    const digits = `${name(answer)}`.replaceAll(".", "\\.");
    const told = new RegExp(`(?<![\\d.,/_[{^−-])${digits}(?![\\d/\\]}]|[.,]\\d)`);
    for (const {say, called} of wrong) {
      if (told.test(say)) found.push(`gives its answer away in the reply to ${called}`);
    }
    if (told.test(hint ?? "")) found.push("gives its answer away in the hint");
  }
  for (const id of [holds].flat().filter((one) => one.startsWith("fig-"))) {
    found.push(`hides the whole figure “${id}”: give the figure \`after\``);
  }
  return found;
}
