import {toNumber} from "../../words/numbers.js";
import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * A field that depends on the settings: `{by: ["rate", "step"], values: [[…], …]}` holds for each value
 * of the first slider a list over the values of the second. `series` in place of `values` names one of the
 * lists in the `series` of the data. Any other field is the same at all settings. A series may be
 * `{scale, changes}` as `tapewalk_course.changes` writes it, which compresses to a third.
 *
 * @typedef {any} Family
 *
 * @typedef {{label?: string, from?: number, to?: number, log?: boolean, each?: string[]}} Axis `each` names the sliders
 *   for whose present settings alone it has room
 * @typedef {{kind: string, colour?: string, label?: string, along?: string, handle?: string,
 *   [field: string]: Family}} Mark
 * @typedef {{title: string, name?: string, tab?: string, x?: Axis, y?: Axis, bare?: boolean, marks: Mark[],
 *   least?: number, most?: number, wide?: number}} Panel `name` is for scenes, `tab` its short title; a `bare` one
 *   has no axes, where places mean nothing
 * @typedef {{label: string, values: Family, colour?: string, unit?: string, of?: "tangent"}} Reading
 * @typedef {{id: string, along: string, start: [number, number], [series: string]: any}} LiveRun
 * @typedef {{run?: LiveRun|null, [slider: string]: any}} Place the position of each slider, and the run that a reader
 *   started
 *
 * @typedef {object} Slider
 * @property {string} name
 * @property {string} label
 * @property {(number|string)[]} values
 * @property {number} at where it begins
 * @property {boolean} plays whether a button walks through its values
 * @property {boolean} choice whether it is a row of buttons, for a few values
 */

const KINDS = ["line", "dots", "run", "rule", "tangent", "cells", "field", "bars", "histograms", "start"];

/** The letters of the shades of a map of cells, from none to full. */
export const SHADES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The data of a family, checked.
 *
 * @param {any} data
 * @returns {{sliders: Slider[], panels: Panel[], readings: Reading[], live?: import("./started-run.js").Live}}
 * @throws {TraceError} naming the rule and the offending value
 */
export function familyData(data) {
  const {sliders, panels, readings = [], series: given = {}, live} = data ?? {};
  const isList = (list) => Array.isArray(list) && list.length > 0;
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
    [name, one.changes ? summed(one) : one]));
  const whole = (fields) => withSeries(fields, series);
  return {
    sliders: sliders.map(({name, label = name, values, at = 0, plays = false, choice = false}) => ({
      name, label, values, at: Math.max(0, Math.min(values.length - 1, at)), plays, choice
    })),
    panels: panels.map((panel) => ({...panel, marks: panel.marks.map(whole)})),
    readings: readings.map(whole),
    live
  };
}

/** The numbers of each run by step: sums of the `changes`, in units of 1 / scale. */
function summed({scale, changes}) {
  return changes.map((run) => {
    let sum = run[0].map(() => 0);
    return run.map((row) => {
      sum = sum.map((x, i) => x + row[i]);
      return sum.map((x) => x / scale);
    });
  });
}

/** A mark or a reading, with values in the fields that name a series. */
function withSeries(fields, series) {
  const whole = (field) => (field?.series ? {...field, values: series[field.series]} : field);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, whole(field)]));
}

/** The names of the sliders on which a mark or a reading depends. */
export function slidersIn(fields) {
  const named = [fields.along, fields.handle].filter(Boolean);
  return [...named, ...Object.values(fields).flatMap((field) => (isFamily(field) ? field.by : []))];
}

function isFamily(field) {
  return Array.isArray(field?.by);
}

/** Whether a mark shows a series, which a run of the page's engine replaces. */
export function isLive(mark) {
  return Object.values(mark).some((field) => field?.series);
}

/**
 * The value of a field at some settings. Where the page's engine has computed a run, a field that names a
 * series is that series of the run: a list over its steps.
 *
 * @param {Family} field
 * @param {Place} at
 * @param {string[]} [names] of the sliders whose settings count; by default all
 * @returns {any} null past the end of a run
 */
export function pick(field, at, names = field?.by) {
  if (!isFamily(field)) return field ?? null;
  const series = field.series && at.run?.[field.series];
  const by = series ? field.by.filter((name) => name === at.run.along) : field.by;
  return by.filter((name) => names.includes(name))
    .reduce((values, name) => values?.[at[name]] ?? null, series ?? field.values);
}

/**
 * The finite numbers of a field.
 *
 * @param {any} entries a number, or lists of them
 * @param {Place|null} [at] with it, only the numbers at this value of its first slider
 * @returns {number[]}
 */
export function numbersIn(entries, at = null) {
  if (isFamily(entries)) return numbersIn(at ? pick(entries, at, entries.by.slice(0, 1)) : entries.values);
  if (Array.isArray(entries)) return entries.flatMap((entry) => numbersIn(entry));
  const x = typeof entries === "object" ? null : toNumber(entries);
  return Number.isFinite(x) ? [Number(x)] : [];
}
