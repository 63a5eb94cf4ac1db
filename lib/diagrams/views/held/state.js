import {brief, TraceError} from "../../trace/trace-error.js";
import {parameters, peakOf, step, workOf} from "./bytes.js";
/** @import {Moment, Setting} from "./bytes.js" */

/** The values of each handle. */
const PLACES = {
  tokens: [8, 16, 32, 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192],
  texts: [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 128],
  layers: [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96],
  width: [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192],
  heads: [1, 2, 4, 8, 12, 16, 32, 64]
};
/** @typedef {keyof typeof PLACES} Handle */
export const HANDLES = /** @type {Handle[]} */ (Object.keys(PLACES));
export const SWITCHES = /** @type {const} */ (["fused", "checkpoint", "half", "adam"]);
export const CARDS = [8, 24, 80];
const GIB = 2 ** 30;

/**
 * The models of the data, checked.
 *
 * @typedef {{label: string, setting: Setting, task?: Partial<Setting>}} Model `task` has the sizes with which a
 *   model's task begins
 * @typedef {ReturnType<typeof measured>} Step
 */
export function modelsOf(/** @type {{models?: Record<string, Model>}} */ data) {
  const models = data?.models ?? {};
  const fits = Object.values(models).every((one) => HANDLES.every((name) => one?.setting?.[name] > 0));
  if (Object.keys(models).length === 0 || !fits) throw new TraceError("noModels", brief(data));
  return models;
}

/** The values that a handle can take in a setting: heads divide the width. */
export function placesOf(/** @type {Handle} */ name, /** @type {Setting} */ setting) {
  if (name === "heads") return PLACES.heads.filter((count) => setting.width % count === 0);
  const own = setting[name];
  return PLACES[name].includes(own) ? PLACES[name] : [...PLACES[name], own].sort((a, b) => a - b);
}

/** A setting with one size changed; a width keeps heads that divide it.
 * @param {Setting} setting @param {Handle} name @param {number} value */
export function changed(setting, name, value) {
  const next = {...setting, [name]: value};
  if (name !== "width" || next.width % next.heads === 0) return next;
  const fitting = PLACES.heads.filter((count) => value % count === 0 && count <= setting.heads);
  return {...next, heads: fitting.at(-1)};
}

/** How many handles and switches differ from the model as it was. */
export function changesOf(/** @type {Setting} */ setting, /** @type {Setting} */ base) {
  return [...HANDLES, ...SWITCHES].filter((name) => setting[name] !== base[name]).length;
}

/** The step of a setting, with its peak, its arithmetic, and the bytes of parameters, gradients and optimizer. */
export function measured(/** @type {Setting} */ setting) {
  const moments = step(setting);
  const count = parameters(setting);
  return {setting, moments, peak: peakOf(moments), work: workOf(moments), base: count * (setting.adam ? 16 : 8)};
}

export const limitOf = (/** @type {number} */ card) => card * GIB;

/** The name of a moment among the words. */
export function whenOf(/** @type {Moment} */ {phase, line}) {
  return phase === "backward" && line === "loss" ? "loss" : phase;
}
