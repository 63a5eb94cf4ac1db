/** Where the answers of this browser are kept; nothing leaves it. */
const KEY = "tapewalk.progress";
const SCHEMA = 1;

/** The event that `document` gets when something was recorded, imported or forgotten. */
export const CHANGED = "tapewalk-progress";

// A browser that keeps nothing (a private window, a blocked store) remembers as long as the page.
/** @type {Record<string, Answer>|null} */
let unsaved = null;

/**
 * @typedef {object} Answer
 * @property {boolean} correct whether the right answer was given, before it was shown
 * @property {boolean} seen whether it was shown before it was given
 * @property {number} tries how many answers were given
 */

/**
 * What was answered so far, by the question's id, which is the same in every language.
 *
 * @returns {Record<string, Answer>}
 */
export function answers() {
  try {
    const text = globalThis.localStorage.getItem(KEY);
    return text === null ? (unsaved ?? {}) : readProgress(text);
  } catch {
    return unsaved ?? {};
  }
}

/**
 * @param {string|undefined} id a question without one is not kept
 * @param {"right"|"wrong"|"seen"} outcome a right answer stays right, and one that was seen stays
 *   seen, whatever comes after it
 */
export function record(id, outcome) {
  if (!id) return;
  const all = answers();
  const {correct, seen, tries} = all[id] ?? {correct: false, seen: false, tries: 0};
  keep({...all, [id]: {
    correct: correct || (outcome === "right" && !seen),
    seen: seen || (outcome === "seen" && !correct),
    tries: tries + (outcome === "seen" ? 0 : 1)
  }});
}

/** @returns {string} the progress as a text that `importProgress` takes on another machine */
export function exportProgress() {
  return JSON.stringify({schema: SCHEMA, answers: answers()}, null, 2);
}

/**
 * Adds the answers of an exported text to those here; of one question, the best of both stays.
 *
 * @param {string} text
 * @returns {number} how many answers it held
 * @throws {Error} when it is not an exported progress; nothing is changed then
 */
export function importProgress(text) {
  const here = answers();
  const added = readProgress(text);
  for (const [id, answer] of Object.entries(added)) {
    const known = here[id] ?? answer;
    const correct = answer.correct || known.correct;
    here[id] = {
      correct,
      seen: !correct && (answer.seen || known.seen),
      tries: Math.max(answer.tries, known.tries)
    };
  }
  keep(here);
  return Object.keys(added).length;
}

/** Forgets every answer. */
export function resetProgress() {
  keep({});
}

function keep(/** @type {Record<string, Answer>} */ all) {
  unsaved = all;
  try {
    globalThis.localStorage.setItem(KEY, JSON.stringify({schema: SCHEMA, answers: all}));
  } catch {
    // Kept in `unsaved`.
  }
  globalThis.document?.dispatchEvent(new Event(CHANGED));
}

function readProgress(/** @type {string} */ text) {
  /** @type {{schema?: unknown, answers?: Record<string, Partial<Answer>|null>}} */
  const {schema, answers: found} = JSON.parse(text) ?? {};
  if (schema !== SCHEMA || found === null || typeof found !== "object") {
    throw new Error(`progress of schema ${schema}`);
  }
  const isAnswer = (/** @type {Partial<Answer>|null} */ one) => typeof one?.correct === "boolean" && Number.isInteger(one?.tries);
  if (!Object.values(found).every(isAnswer)) throw new Error("an answer without its tries");
  // Files that were saved before answers could be shown say nothing of it.
  const full = Object.entries(found).map(([id, one]) => [id, {...one, seen: one.seen === true}]);
  return Object.fromEntries(full);
}
