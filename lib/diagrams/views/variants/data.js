import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {{name: string, label: string, values: {value: string, text: string}[]}} Choice
 *
 * @typedef {object} Case
 * @property {string} [code] the program
 * @property {{title?: string, trace: Trace|null, broken?: number[], step?: number}[]} pictures
 *   graphs side by side; null where no tape was written; the nodes that came to harm; how far the
 *   walk has come, to its end by default
 * @property {"right"|"error"|"wrong"} [end]
 * @property {string} [says] what came of it
 * @property {{label: string, value: number|string}[]} [readings]
 */

/**
 * Cases as Python published them, checked.
 *
 * @param {any} data `choices`, `cases` by the chosen values with a blank between them, and
 *   `pictures` that cases name in place of a trace
 * @returns {{choices: Choice[], caseOf: (chosen: Record<string, string>) => Case,
 *   all: {chosen: string[], one: Case}[], stacked: boolean}} `stacked`: one graph below the other
 * @throws {TraceError} if a case is missing
 */
export function casesOf(data) {
  const {choices, cases, pictures = {}, stacked = false} = data ?? {};
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
  const at = (way) => full(cases[way.join(" ")]);
  return {
    choices,
    stacked,
    caseOf: (chosen) => at(choices.map(({name}) => chosen[name])),
    all: ways.map((way) => ({
      chosen: way.map((value, i) => choices[i].values.find((one) => one.value === value).text),
      one: at(way)
    }))
  };
}
