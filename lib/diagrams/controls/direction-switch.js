import {choices} from "./choices.js";

/**
 * Two-way switch between the passes.
 *
 * @param {object} words of `strings(lang)`
 * @param {(phase: "forward"|"backward") => void} onPick
 * @returns {HTMLElement & {show: (phase: "forward"|"backward") => void}}
 */
export function directionSwitch(words, onPick) {
  const entries = ["forward", "backward"].map((phase) => ({value: phase, text: words[phase]}));
  return choices(words.direction, entries, onPick);
}
