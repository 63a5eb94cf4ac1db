import {brief, TraceError} from "../../trace/trace-error.js";
import {toNumber} from "../../words/numbers.js";

/**
 * What changes with the settings: `{by: ["rate", "step"], values: [[…], …]}` holds for each value
 * of the first slider a list over those of the second. Anything else is the same at all settings.
 *
 * @typedef {any} Family
 *
 * @typedef {object} Slider
 * @property {string} name
 * @property {string} label
 * @property {(number|string)[]} values
 * @property {number} at where it begins
 * @property {boolean} plays whether a button walks through its values
 */

const KINDS = ["line", "dots", "run", "rule", "tangent", "cells"];

/** Shades of a map of cells: the letters that stand for them, from none to full. */
export const SHADES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * A family as Python published it, checked.
 *
 * @param {any} data
 * @returns {{sliders: Slider[], panels: Fields[], readings: Fields[]}}
 * @throws {TraceError} naming the rule and the offending value
 */
export function familyData(data) {
  const {sliders, panels, readings = []} = data ?? {};
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
  return {
    sliders: sliders.map(({name, label = name, values, at = 0, plays = false}) => ({
      name, label, values, at: Math.max(0, Math.min(values.length - 1, at)), plays
    })),
    panels,
    readings
  };
}

function slidersIn(fields) {
  const named = [fields.along, fields.handle].filter(Boolean);
  return [...named, ...Object.values(fields).flatMap((field) => (isFamily(field) ? field.by : []))];
}

function isFamily(field) {
  return Array.isArray(field?.by);
}

/**
 * What a field is at some settings.
 *
 * @param {Family} field
 * @param {Record<string, number>} at the position of each slider
 * @returns {any} null past the end of a run
 */
export function pick(field, at) {
  if (!isFamily(field)) return field ?? null;
  return field.by.reduce((values, name) => values?.[at[name]] ?? null, field.values);
}

/**
 * Numbers of a field, those that JSON lacks left out.
 *
 * @param {any} entries a number, or lists of them
 * @returns {number[]}
 */
export function numbersIn(entries) {
  if (isFamily(entries)) return numbersIn(entries.values);
  if (Array.isArray(entries)) return entries.flatMap(numbersIn);
  const x = typeof entries === "object" ? null : toNumber(entries);
  return Number.isFinite(x) ? [Number(x)] : [];
}
