/** Exercises in the page: the notebook's own check runs below the cell. */
import {html} from "htl";
import css from "./exercise.css";
import {checkProgram, feedback, trialsOf} from "./check.js";
import {lateOf} from "./stages.js";
import {liveWords} from "./words/words.js";

/** Milliseconds that a check may take, and that one of its inputs may. */
const LONGEST_CHECK = 10_000;
const LONGEST_TRY = 5_000;

/** @type {Map<string, () => string>} the texts of this page's exercises, by the id of their cells */
const exercises = new Map();

/** @typedef {{error?: RunError, element?: HTMLElement, said?: string}} Card */

/**
 * Return the parts that only cells of the class `exercise` have.
 *
 * @param {HTMLElement} cell `#cell-…`; its check is in `#check-…`
 * @param {Runner} engine
 * @param {() => string} text what the learner wrote
 */
export function exerciseOf(cell, engine, text) {
  if (!document.querySelector("style.exercise-styles")) {
    document.head.append(html`<style class="exercise-styles">${css}</style>`);
  }
  const says = liveWords();
  const line = document.getElementById(cell.id.replace(/^cell-/, "check-")).querySelector("pre > code").textContent;
  exercises.set(cell.id, text);

  const id = /["'](\d\d\.\d)["']/.exec(line)[1];
  /** Run the work on some inputs. */
  /** @type {(of: CheckedExercise, earlier: string[], chosen: number[], ms?: number) => Promise<CheckAnswer>} */
  const ask = async (exercise, earlier, chosen, longest = LONGEST_CHECK) => {
    const {kind, takes, cases, run} = exercise;
    const given = [earlier, text(), line, {kind, takes, cases, run}, chosen];
    const result = await engine.run(await programOf(id, given), {}, {isForeign: true, longest});
    return {...answerIn(result), isSlow: result.error?.type === "Timeout", failure: result.error};
  };
  /** Return the trials of some inputs; where the work does not come to an end, up to that input. */
  /** @type {(exercise: CheckedExercise, earlier: string[], chosen: number[]) => Promise<CheckAnswer>} */
  const tried = async (exercise, earlier, chosen) => {
    const whole = await ask(exercise, earlier, chosen);
    if (!whole.isSlow) return {...whole, trials: whole.results ? trialsOf(exercise, chosen, whole.results) : []};
    const trials = [];
    for (const number of chosen) {
      const one = await ask(exercise, earlier, [number], LONGEST_TRY);
      const results = one.isSlow ? [{problem: "slow"}] : one.results;
      if (!results) return {...one, trials};
      trials.push(...trialsOf(exercise, [number], results));
      if (one.isSlow) return {printed: "", trials};
    }
    return {...whole, trials: []};
  };
  /** @param {string[]} earlier the texts of the cells before */
  const check = async (earlier) => {
    const {exercises: known, words, errors} = await dataOf(id);
    const exercise = known[id];
    const quick = exercise.cases.flatMap(({late}, n) => (late ? [] : [n]));
    let answer = await tried(exercise, earlier, quick);
    const left = lateOf(exercise, answer.trials);
    if (answer.trials.length > 0 && left.length > 0) {
      const late = await tried(exercise, earlier, left);
      answer = {...late, trials: [...answer.trials, ...late.trials]};
    }
    const of = {words: words[says.lang], errors, lang: says.lang, own: text()};
    return {error: /** @type {null} */ (null), printed: {...answer, exercise, of}};
  };
  const download = html`<button type="button" class="tw-code-download" onclick=${() => save()}>${says.saveNotebook}</button>`;
  const save = async () => {
    const link = notebookLink();
    const notebook = filled(await (await fetch(link.href)).json());
    const address = URL.createObjectURL(new Blob([JSON.stringify(notebook, null, 1)], {type: "application/x-ipynb+json"}));
    html`<a href=${address} download=${link.href.split("/").at(-1)}></a>`.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return {
    check,
    card: (/** @type {any} */ answer) => card(answer, says),
    download: notebookLink() ? download : ""
  };
}

/** Return the link to this page's notebook, which the finishing step adds. */
function notebookLink() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('.badges a[href$=".ipynb"]')]);
  return links.find(({href}) => new URL(href).origin === globalThis.location.origin) ?? null;
}

/**
 * Return a notebook with the learner's texts in place of the course's.
 *
 * @param {{cells: {id: string}[]}} notebook whose cells have the ids of the page's
 */
function filled(notebook) {
  const cells = notebook.cells.map((cell) =>
    exercises.has(cell.id) ? {...cell, source: exercises.get(cell.id)().split(/(?<=\n)/)} : cell
  );
  return {...notebook, cells};
}

/** @type {Map<string, Promise<CheckData>>} the exercises of a module, loaded with the first check */
const modules = new Map();

/** Return the data of an exercise's module. */
async function dataOf(/** @type {string} */ id) {
  const module = id.split(".")[0];
  const address = new URL(`checks-${module}.json`, import.meta.url);
  if (!modules.has(module)) {
    modules.set(module, fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address} is missing`);
      return answer.json();
    }));
  }
  try {
    return await modules.get(module);
  } catch (error) {
    modules.delete(module);
    throw error;
  }
}

/** Return a program that runs a learner's work on inputs and prints the results. */
async function programOf(/** @type {string} */ id, /** @type {unknown[]} */ given) {
  const {files} = await dataOf(id);
  return checkProgram(files, given);
}

/** Return the answer of page.py: data of any form, since a learner's code ran before it. */
function answerIn(/** @type {RunResult} */ {answer}) {
  try {
    return Object(JSON.parse(answer));
  } catch {
    return {};
  }
}

/**
 * Return the result of a check as the notebook's card shows it, or the error of a cell that did not run.
 *
 * @param {CheckAnswer & {exercise: CheckedExercise, of: CheckTexts}} answer of `check`
 * @param {LiveWords} says
 * @returns {Card}
 */
function card({error, failure, handed, uncalled, trials, exercise, of, printed}, says) {
  if (error) {
    const {type, sentence: text, line} = error;
    return {error: {type: String(type), sentence: String(text), line: Number.isInteger(line) ? line : null}};
  }
  if (trials.length === 0 && handed === undefined) {
    return {error: failure ?? {type: "Malformed", sentence: "", line: null}};
  }
  const {passed, title, rows} = feedback(exercise, trials, {...of, handed, uncalled});
  const element = html`<section class="${`tw-check ${passed ? "is-right" : "is-wrong"}`}">
    <p class="tw-check-title"><span aria-hidden="true">${passed ? "✓" : "✗"}</span> ${String(title)}</p>
    <dl>${rows.flatMap((/** @type {[string, string, boolean]} */ [name, text, isCode]) => [
      html`<dt>${String(name)}</dt>`,
      html`<dd>${isCode ? html`<pre translate="no">${String(text)}</pre>` : sentence(String(text))}</dd>`
    ])}</dl>
    ${printed ? html`<p>${says.printed}</p><pre translate="no">${String(printed)}</pre>` : ""}
  </section>`;
  return {element, said: [title, passed ? "" : rows.at(-1)?.[1]].filter(Boolean).join(". ")};
}

/** Return a sentence as nodes: text between backticks becomes code. */
function sentence(/** @type {string} */ text) {
  return text.split("`").map((part, n) => (n % 2 ? html`<code translate="no">${part}</code>` : part));
}
