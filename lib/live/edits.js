/** Edits to the engine that a page builds: the reader's engine runs a program of ours, and is drawn. */
import css from "./exercise.css";
import {differences, traceOf} from "./lab/walks.js";
import {html} from "htl";
import {liveWords} from "./words/words.js";
import {nudgeCheck, table} from "./nudges.js";
import {numberFormat} from "../diagrams/words/numbers.js";
import {published} from "./published.js";
import {watcher} from "./lab/watching.js";

const VIEWS = new URL("../../diagrams/dist/tapewalk/", import.meta.url);

/**
 * What the page publishes as `edits`: by the id of a cell what its edit is checked with, by the lab's
 * `watch` or, for tensors, by nudging (nudges.js).
 *
 * @typedef {object} Edit
 * @property {string} program that the engine runs
 * @property {string} before the text before the reader's
 * @property {string} after the text after it
 * @property {Watched} right the record of the right engine
 * @property {string} said the sentence on a right edit
 * @property {{record: Watched, say: string}[]} mistakes known ones
 */

/**
 * Return the check of a cell's edit, or null for a cell without one.
 *
 * @param {HTMLElement} cell
 * @param {Runner} engine
 */
export function editOf(cell, engine) {
  const {watch: harness, nudge, cells} = published("edits") ?? {};
  /** @type {(Edit & Parameters<typeof nudgeCheck>[1])|undefined} */
  const edit = cells?.[cell.id];
  if (!edit) return null;
  if (!document.querySelector("style.exercise-styles")) {
    document.head.append(html`<style class="exercise-styles">${css}</style>`);
  }
  const says = liveWords();
  const put = (/** @type {{isRight: boolean, said: string, figure: any}} */ {isRight, said, figure: drawn}) =>
    ({isRight, said, element: card(isRight, said, says, drawn)});
  const unedited = (/** @type {HTMLElement|string} */ drawn) => html.fragment`<p>${says.editBefore}</p>${drawn}`;
  if (nudge) {
    const check = nudgeCheck(nudge, edit, engine);
    return {
      says: edit.said,
      before: async () => unedited(table(edit.mistakes[0].got, says)),
      check: async (/** @type {string} */ text) => put(await check(text))
    };
  }
  const {watch} = watcher(engine, {engine: "", watch: harness, bugs: [], programs: []});
  return {
    says: edit.said,
    /** Return what the unedited line computes: it is the first of the known mistakes. */
    before: async () => unedited(await figure(edit.mistakes[0].record, edit.right)),
    /** @param {string} text of the reader's cells up to this one */
    async check(text) {
      const record = await watch([edit.before, text, edit.after].join("\n"), edit.program, true);
      if (record.error) return null; // the cell's own output has said so
      const isRight = isSame(record, edit.right);
      const known = edit.mistakes.find((mistake) => isSame(record, mistake.record));
      const said = isRight ? edit.said : known?.say ?? difference(edit.right, record, says);
      return put({isRight, said, figure: await figure(record, edit.right)});
    }
  };
}

/**
 * Return the card with the verdict on an edit.
 *
 * @param {boolean} isRight
 * @param {string} said
 * @param {LiveWords} says
 * @param {HTMLElement|string} [graph]
 */
export function card(isRight, said, says, graph = "") {
  return html`<section class="${`tw-check ${isRight ? "is-right" : "is-wrong"}`}">
    <p class="tw-check-title"><span aria-hidden="true">${isRight ? "✓" : "✗"}</span> ${
      isRight ? says.editRight : says.editWrong
    }</p><p>${said}</p>${graph}
  </section>`;
}

/** Draw the reader's engine after its backward pass. */
async function figure(/** @type {Watched} */ record, /** @type {Watched} */ right) {
  const trace = traceOf(record, right);
  if (!trace) return "";
  const {stepper} = await import(new URL("stepper.js", VIEWS).href);
  return stepper(trace, {step: 10_000, live: false});
}

/** Whether two engines computed the same of one program. */
function isSame(/** @type {Watched} */ one, /** @type {Watched} */ other) {
  return one.nodes.length === other.nodes.length && one.nodes.every((node, i) => {
    const its = other.nodes[i];
    const numbers = [node.value, node.grad, ...node.locals];
    const others = [its.value, its.grad, ...its.locals];
    return numbers.length === others.length && numbers.every((x, k) => isNear(x, others[k]));
  });
}

function isNear(/** @type {Entry} */ one, /** @type {Entry} */ other) {
  return Object.is(one, other) || Math.abs(Number(one) - Number(other)) <= 1e-9 * Math.max(1, Math.abs(Number(other)));
}

/** @param {Watched} right @param {Watched} record @param {LiveWords} says */
function difference(right, record, says) {
  const [first] = differences(right, record);
  if (!first) return says.editOther;
  const {short} = numberFormat(document.documentElement.lang);
  const [wanted, got] = first.numbers.map((x) => (x === null ? "–" : short(x)));
  return says.editDiffers(first.label, got, wanted);
}
