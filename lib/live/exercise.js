/** An exercise that is done in the page: the notebook's own check runs below its cell. */
import {html} from "htl";
import css from "./exercise.css";
import {words as known} from "./words.js";

/** The checks' Python, loaded with the first check. */
const CHECKS = new URL("checks.json", import.meta.url);

/** Milliseconds that a check may take, and that one of its inputs may. */
const LONGEST_CHECK = 10_000;
const LONGEST_TRY = 5_000;

/** Before an answer; no program prints it by chance. */
const MARK = "\u001e";

/** The exercises of this page, by the id of their cells. */
const exercises = new Map();

/**
 * What a cell of the class `exercise` has beside other live cells.
 *
 * @param {HTMLElement} cell `#cell-…`; its check is in `#check-…`
 * @param {Fields} engine of client.js
 * @param {() => string} text what the learner wrote
 */
export function exerciseOf(cell, engine, text) {
  if (!document.querySelector("style.exercise-styles")) {
    document.head.append(html`<style class="exercise-styles">${css}</style>`);
  }
  const lang = document.documentElement.lang === "es" ? "es" : "en";
  const says = known[lang];
  const line = document.getElementById(cell.id.replace(/^cell-/, "check-")).querySelector("pre > code").textContent;
  exercises.set(cell.id, text);

  const ask = (call, longest) => pythonOf(call).then((program) => engine.run(program, {}, {isForeign: true, longest}));
  /** @param {string[]} earlier the texts of the cells before */
  const check = async (earlier) => {
    const given = [earlier, text(), line, lang, Math.floor(Math.random() * 1e6)];
    const whole = await ask(given, LONGEST_CHECK);
    if (whole.error?.type !== "Timeout") return whole;
    const slow = await endless(given);
    return slow === null ? whole : ask([...given, slow], LONGEST_CHECK);
  };
  /** The number of the input on which the work doesn't come to an end; null if it isn't known. */
  const endless = async (given) => {
    for (let n = 0, count = 1; n < count; n++) {
      const {error, printed} = await ask([...given, null, n], LONGEST_TRY);
      if (error?.type === "Timeout") return n;
      const told = error ? null : answerIn(printed);
      if (!Number.isInteger(told?.count)) return null;
      count = Math.min(told.count, 100);
    }
    return null;
  };
  const download = html`<button type="button" class="tw-code-download" onclick=${() => save()}>${says.saveNotebook}</button>`;
  const save = async () => {
    const link = notebookLink();
    const notebook = filled(await (await fetch(link.href)).json());
    const address = URL.createObjectURL(new Blob([JSON.stringify(notebook, null, 1)], {type: "application/x-ipynb+json"}));
    html`<a href=${address} download=${link.href.split("/").at(-1)}></a>`.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return {check, card: (printed) => card(answerIn(printed), says), download: notebookLink() ? download : ""};
}

/** The notebook of this page, as the finishing step links it. */
function notebookLink() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('.badges a[href$=".ipynb"]')]);
  return links.find(({href}) => new URL(href).origin === globalThis.location.origin) ?? null;
}

/**
 * A notebook with what the learner wrote in place of the cells as the course hands them out.
 *
 * @param {{cells: Fields[]}} notebook whose cells have the ids of the page's
 */
function filled(notebook) {
  const cells = notebook.cells.map((cell) =>
    exercises.has(cell.id) ? {...cell, source: exercises.get(cell.id)().split(/(?<=\n)/)} : cell
  );
  return {...notebook, cells};
}

let sources = null;

/** A program that brings the checks with it and prints what came of one. */
async function pythonOf(given) {
  sources ??= fetch(CHECKS).then((answer) => {
    if (!answer.ok) throw new Error(`${CHECKS} is missing`);
    return answer.json();
  });
  try {
    const files = await sources;
    const call = `page.check(*json.loads(${JSON.stringify(JSON.stringify(given))}))`;
    return `files = ${JSON.stringify(files)}\n${files["install.py"]}\nimport json, page\nprint("${MARK}" + json.dumps(${call}))\n`;
  } catch (error) {
    sources = null;
    throw error;
  }
}

/** What page.py tells; a learner's code ran before it, so it is taken as data. */
function answerIn(printed) {
  try {
    return JSON.parse(printed.slice(printed.lastIndexOf(MARK) + 1));
  } catch {
    return null;
  }
}

/**
 * What a check says, as the notebook's card says it; or the error, where a cell did not even run.
 *
 * @returns {{error?: Fields, element?: HTMLElement, said?: string}}
 */
function card(answer, says) {
  if (answer?.error) {
    const {type, sentence: told, line} = answer.error;
    return {error: {type: String(type), sentence: String(told), line: Number.isInteger(line) ? line : null}};
  }
  if (!Array.isArray(answer?.rows)) return {error: {type: "Malformed", sentence: "", line: null}};
  const {passed, title, rows, notes, printed} = answer;
  const element = html`<section class="${`tw-check ${passed ? "is-right" : "is-wrong"}`}">
    <p class="tw-check-title"><span aria-hidden="true">${passed ? "✓" : "✗"}</span> ${String(title)}</p>
    <dl>${rows.flatMap(([name, text, isCode]) => [
      html`<dt>${String(name)}</dt>`,
      html`<dd>${isCode ? html`<pre translate="no">${String(text)}</pre>` : sentence(String(text))}</dd>`
    ])}</dl>
    ${printed ? html`<p>${says.printed}</p><pre translate="no">${String(printed)}</pre>` : ""}
    ${(notes ?? []).map((note) => html`<p class="tw-check-note">${String(note)}</p>`)}
  </section>`;
  return {element, said: [title, passed ? "" : rows.at(-1)?.[1]].filter(Boolean).join(". ")};
}

/** A sentence with code between backticks. */
function sentence(text) {
  return text.split("`").map((part, n) => (n % 2 ? html`<code translate="no">${part}</code>` : part));
}
