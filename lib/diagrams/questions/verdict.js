import {isClose} from "../words/guess.js";
import {TraceError} from "../trace/trace-error.js";

/**
 * The reply to a guess, whether it is right, and why it is or what the mistake was; and the reply to
 * a reader who wants the answer shown.
 *
 * @param {QuestionOptions} options
 * @param {import("./question.js").Resolve} resolve
 * @param {Words} words of `strings(lang)`, with `format` for numbers
 * @returns {{judge: (guess: number|string) => {isRight: boolean, isKnown: boolean,
 *   lines: string[]}, shown: string[]}} lines may be empty
 * @throws {TraceError} when not exactly one of the choices is right
 */
export function verdict(options, resolve, words) {
  const {choices, replies = choices ?? [], right, hint, unit, within} = options;
  const answer = resolve(options.answer);
  const isSame = (/** @type {number|string} */ guess, /** @type {number|string} */ other) => {
    if (typeof guess !== "number" || typeof other !== "number") return guess === other;
    return choices ? isEqual(guess, other) : isClose(guess, other, within);
  };
  const isAnswer = (/** @type {Reply} */ {when}) => isSame(resolve(when), answer);
  if (choices && choices.filter(isAnswer).length !== 1) throw new TraceError("choices", `${answer}`);
  const write = (/** @type {number|string} */ one) => {
    const chosen = choices?.find(({when}) => isSame(resolve(when), one));
    const plain = typeof one === "number" ? words.format(one) : one;
    return chosen?.text ?? (unit ? `${plain} ${unit}` : plain);
  };
  const about = (/** @type {number|string} */ guess) => replies.find(({when}) => isSame(guess, resolve(when)))?.say;
  const why = right ?? about(answer) ?? "";

  const judge = (/** @type {number|string} */ guess) => {
    const isToo = choices?.some(({when, also}) => also && isSame(guess, resolve(when)));
    if (isToo || isSame(guess, answer)) {
      const head = choices ? words.rightChoice : words.right(write(answer));
      return {isRight: true, isKnown: true, lines: [head, isToo ? (about(guess) ?? why) : why]};
    }
    const head = choices ? words.wrongChoice : words.wrong(write(guess));
    const said = about(guess);
    const lines = [head, said ?? (hint ? words.hint(hint) : "")];
    return {isRight: false, isKnown: Boolean(said), lines};
  };
  return {judge, shown: [words.reveal(write(answer)), why]};
}

/** Choices may be close together, but one that was read off a trace may differ by rounding. */
function isEqual(/** @type {number} */ one, /** @type {number} */ other) {
  return one === other || Math.abs(one - other) <= 1e-9 * Math.abs(one);
}
