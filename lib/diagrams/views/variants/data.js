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
 *
 * @typedef {Omit<Case, "pictures"> & {pictures?: (Omit<Picture, "trace"> & {trace: Trace|string|null})[]}} Published
 *
 * @typedef {object} Data
 * @property {Choice[]} choices
 * @property {Record<string, Published>} cases by the chosen values with a blank between them
 * @property {Record<string, Trace>} [pictures] traces that cases refer to by name
 * @property {{question: string, ends: string[], of?: string[]}|null} [guess] the reader has to guess how a case
 *   ends: the `ends` to choose among, and the keys of the cases that are asked about, by default all
 */

/**
 * Cases as Python published them, checked.
 *
 * @param {Data} data
 * @throws {TraceError} if a case is missing
 */
export function casesOf(data) {
  const {choices, cases, pictures = {}, guess = null} = data ?? {};
  const isList = Array.isArray(choices) && choices.length > 0 && choices.every(({values}) => values?.length);
  if (!isList || !cases) throw new TraceError("notCases", brief(data));
  /** @type {Choice["values"][]} */
  const ways = choices.reduce((made, {values}) => made.flatMap((way) => values.map((one) => [...way, one])), [[]]);
  const all = ways.map((way) => {
    const key = way.map(({value}) => value).join(" ");
    if (!cases[key]) throw new TraceError("notCases", brief(key));
    const traced = (cases[key].pictures ?? []).map((picture) =>
      ({...picture, trace: typeof picture.trace === "string" ? pictures[picture.trace] : picture.trace}));
    return {key, chosen: way.map(({text}) => text), one: /** @type {Case} */ ({...cases[key], pictures: traced})};
  });
  return {
    choices, guess, all,
    keyOf: (/** @type {Record<string, string>} */ chosen) => choices.map(({name}) => chosen[name]).join(" "),
    isAsked: (/** @type {string} */ key) => guess !== null && (guess.of ?? [key]).includes(key)
  };
}
