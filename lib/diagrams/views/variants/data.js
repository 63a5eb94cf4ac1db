import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {{name: string, label: string, values: {value: string, text: string}[]}} Choice
 *
 * @typedef {object} Picture
 * @property {string} [title]
 * @property {Trace|null} trace null where no tape was written
 * @property {number[]} [broken] the nodes that are marked as broken
 * @property {import("../../drawing/row-graph.js").Harm} [harm] what happened to them
 * @property {number} [step] the last step that is shown, by default that of the whole walk
 *
 * @typedef {object} Case
 * @property {string} [code] the program
 * @property {Picture[]} pictures side by side
 * @property {"right"|"error"|"wrong"} [end]
 * @property {string} [says] its result
 * @property {string} [why] shown after the end has been guessed
 * @property {{label: string, value: number|string}[]} [readings]
 */

/**
 * Cases as Python published them, checked.
 *
 * @param {any} data `choices`; `cases` by the chosen values with a blank between them; `pictures`, traces
 *   that cases refer to by name; and `guess` if the reader has to guess how a case ends: the `question`, the
 *   `ends` to choose among, and `of`, the keys of the cases that are asked about, by default all
 * @returns {{choices: Choice[], keyOf: (chosen: Record<string, string>) => string,
 *   caseOf: (chosen: Record<string, string>) => Case, isAsked: (key: string) => boolean, guess: any,
 *   all: {key: string, chosen: string[], one: Case}[]}}
 * @throws {TraceError} if a case is missing
 */
export function casesOf(data) {
  const {choices, cases, pictures = {}, guess = null} = data ?? {};
  const isList = Array.isArray(choices) && choices.length > 0 && choices.every(({values}) => values?.length);
  if (!isList || !cases) throw new TraceError("notCases", brief(data));
  const ways = choices.reduce(
    (made, {values}) => made.flatMap((way) => values.map(({value}) => [...way, value])),
    [[]]
  );
  const missing = ways.find((way) => !cases[way.join(" ")]);
  if (missing) throw new TraceError("notCases", brief(missing.join(" ")));
  const full = (one) => ({
    ...one,
    pictures: (one.pictures ?? []).map((picture) => ({
      ...picture,
      trace: typeof picture.trace === "string" ? pictures[picture.trace] : picture.trace
    }))
  });
  const keyOf = (chosen) => choices.map(({name}) => chosen[name]).join(" ");
  return {
    choices,
    guess,
    keyOf,
    isAsked: (key) => guess !== null && (guess.of ?? [key]).includes(key),
    caseOf: (chosen) => full(cases[keyOf(chosen)]),
    all: ways.map((way) => ({
      key: way.join(" "),
      chosen: way.map((value, i) => choices[i].values.find((one) => one.value === value).text),
      one: full(cases[way.join(" ")])
    }))
  };
}
