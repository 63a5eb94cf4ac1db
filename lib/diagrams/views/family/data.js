import {toNumber} from "../../words/numbers.js";
import {brief, TraceError} from "../../trace/trace-error.js";

/** @import {Changes, Field, Lists, Mark, Place, Published, Reading, Series, Varying, Whole} from "./types.js" */

const KINDS = ["line", "dots", "run", "rule", "tangent", "cells", "field", "bars", "histograms", "start"];

/** The letters of the shades of a map of cells, from none to full. */
export const SHADES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The data of a family, checked.
 *
 * @param {Published} data
 * @returns {Whole}
 * @throws {TraceError} naming the rule and the offending value
 */
export function familyData(data) {
  const {sliders, panels, readings = [], series: given = {}, live} = data ?? /** @type {Partial<Published>} */ ({});
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) && list.length > 0;
  const isWhole =
    isList(sliders) &&
    isList(panels) &&
    sliders.every(({name, values}) => name && isList(values)) &&
    panels.every(({marks}) => isList(marks));
  if (!isWhole) throw new TraceError("notAFamily", brief(data));
  const names = sliders.map(({name}) => name);
  const marks = panels.flatMap((panel) => panel.marks);
  for (const {kind} of marks) {
    if (!KINDS.includes(kind)) throw new TraceError("unknownMark", brief(kind), KINDS.join(", "));
  }
  for (const name of [...marks, ...readings].flatMap(slidersIn)) {
    if (!names.includes(name)) throw new TraceError("unknownSlider", name, names.join(", "));
  }
  const series = Object.fromEntries(Object.entries(given).map(([name, one]) =>
    [name, typeof one === "object" && "changes" in one ? summed(one) : one]));
  return {
    sliders: sliders.map(({name, label = name, values, at = 0, plays = false, choice = false}) => ({
      name, label, values, at: Math.max(0, Math.min(values.length - 1, at)), plays, choice
    })),
    panels: panels.map((panel) => ({...panel, marks: panel.marks.map((mark) => withSeries(mark, series))})),
    readings: readings.map((reading) => withSeries(reading, series)),
    live
  };
}

/** The numbers of each run by step: sums of the `changes`, in units of 1 / scale. */
function summed(/** @type {Changes} */ {scale, changes}) {
  return changes.map((run) => {
    let sum = run[0].map(() => 0);
    return run.map((row) => {
      sum = sum.map((x, i) => x + row[i]);
      return sum.map((x) => x / scale);
    });
  });
}

/** A mark or a reading, with values in the fields that name a series.
 * @template {Mark|Reading} T @param {T} fields @param {Record<string, Series>} series */
function withSeries(fields, series) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(fields).map(([name, field]) =>
    [name, field?.series ? {...field, values: series[field.series]} : field])));
}

/** The names of the sliders on which a mark or a reading depends. */
export function slidersIn(/** @type {Partial<Mark>|Reading} */ fields) {
  const {along, handle} = /** @type {Partial<Mark>} */ (fields);
  const own = Object.values(fields).flatMap((field) => (isFamily(field) ? field.by : []));
  return [along, handle, ...own].filter(Boolean);
}

/** @template T @param {Field<T>} field @returns {field is Varying<T>} */
function isFamily(field) {
  return Array.isArray(/** @type {Varying<T>} */ (field)?.by);
}

/** Whether a mark shows a series, which a run of the page's engine replaces. */
export function isLive(/** @type {Mark} */ mark) {
  return Object.values(mark).some((field) => field?.series);
}

/**
 * The value of a field at some settings. Where the page's engine has computed a run, a field that names a
 * series is that series of the run: a list over its steps.
 *
 * @template T @param {Field<T>} field @param {Place} place @returns {T|null} null past the end of a run
 */
export function pick(field, place) {
  return isFamily(field) ? /** @type {T|null} */ (picked(field, place, field.by)) : field ?? null;
}

/** @param {Varying<unknown>} field @param {Place} place @param {string[]} names of the sliders whose settings count */
function picked({by, series, values}, {index, run}, names) {
  const own = series && run?.series[series];
  return by.filter((name) => names.includes(name) && (own === undefined || name === run.along))
    .reduce((lists, name) => /** @type {Lists<unknown>[]} */ (lists)?.[index[name]] ?? null, own ?? values);
}

/** The finite numbers of a field; with a place, only those at this value of its first slider.
 * @param {unknown} entries a number, or lists of them @param {Place|null} [place] @returns {number[]} */
export function numbersIn(entries, place = null) {
  if (isFamily(entries)) return numbersIn(place ? picked(entries, place, entries.by.slice(0, 1)) : entries.values);
  if (Array.isArray(entries)) return entries.flatMap((entry) => numbersIn(entry));
  const x = typeof entries === "object" ? null : toNumber(/** @type {Entry} */ (entries));
  return Number.isFinite(x) ? [Number(x)] : [];
}
