import {exerciseOf} from "./exercise.js";
import {explain} from "./causes.js";
import {html} from "htl";
import {playground} from "./playground.js";
import {words as known} from "./words.js";

/** Loaded when a reader first wants to write. */
const EDITOR = new URL("editor.js", import.meta.url);
const VIEWS = new URL("../../diagrams/dist/tapewalk/", import.meta.url);

/** Larger graphs are drawn as a list. */
const MOST_DRAWN = 40;

/** Characters of an output that are read out. */
const MOST_SAID = 300;

/** Between what earlier cells print and what this one does; no program prints it by chance. */
const MARK = "\u001e";

/** The live cells of this page: each sees what those before it on the page define. */
const cells = [];

/**
 * Makes a cell's code something to run and to change in place.
 *
 * @param {HTMLElement} cell of a page, with its code and what it gave when the page was built
 * @param {Fields} engine of client.js
 */
export function enlivenCell(cell, engine) {
  const code = cell.querySelector("pre > code");
  const lang = document.documentElement.lang === "es" ? "es" : "en";
  const says = known[lang];
  /** @type {HTMLElement} */
  const place = cell.querySelector(".code-copy-outer-scaffold") ?? cell.querySelector("div.sourceCode");
  /** @type {NodeListOf<HTMLElement>} */
  const built = cell.querySelectorAll(":scope > .cell-output");
  const original = code.textContent.replace(/\n+$/, "");
  const store = keeper(cell.id, original);
  let text = original;
  let editor = null;
  const exercise = cell.classList.contains("exercise") ? exerciseOf(cell, engine, () => text) : null;

  const button = (name, act) => html`<button type="button" class="${`tw-code-${name}`}" onclick=${act}>${says[name]}</button>`;
  const edit = button("edit", () => open());
  const go = button("run", () => run());
  if (exercise) go.textContent = says.check;
  const stop = button("stop", () => engine.stop());
  const reset = button("resetCode", () => restore());
  const said = html`<span class="tw-code-said" role="status"></span>`;
  const bar = html`<div class="tw-code-bar">${go}${stop}${edit}${reset}${exercise?.download ?? ""}${said}</div>`;
  const room = html`<div class="tw-editor" hidden></div>`;
  const output = html`<div class="tw-code-output" hidden></div>`;
  place.after(room, bar);
  cell.append(output);
  stop.hidden = true;

  const showState = () => {
    reset.hidden = text === original && output.hidden;
    edit.hidden = editor !== null;
  };
  const change = (next) => {
    text = next;
    store.keep(text);
    showState();
  };
  const open = async ({isAsked = true} = {}) => {
    if (!editor) {
      const {edit: makeEditor} = await import(EDITOR.href);
      room.hidden = false;
      place.hidden = true;
      editor ??= makeEditor(room, {
        text, label: exercise ? says.codeChecked : says.code, onChange: change,
        onRun: () => run(), onLeave: () => go.focus()
      });
      showState();
    }
    if (isAsked) editor.focus();
  };
  const mark = (line) => {
    editor?.mark(line);
    [...code.querySelectorAll(":scope > span")].forEach((one, i) => {
      one.classList.toggle("tw-wrong-line", i + 1 === line);
    });
  };
  /** Another text, whose output is still to come. */
  const replace = (next) => {
    text = next;
    store.keep(next);
    if (editor) editor.set(next);
    else open({isAsked: false});
    mark(null);
    for (const one of built) one.hidden = true;
    output.hidden = true;
    output.replaceChildren();
    showState();
  };
  const restore = () => {
    text = original;
    editor?.set(original);
    store.keep(original);
    mark(null);
    output.hidden = true;
    output.replaceChildren();
    for (const one of built) one.hidden = false;
    said.textContent = "";
    showState();
    go.focus();
  };
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    mark(null);
    stop.hidden = false;
    go.setAttribute("aria-disabled", "true");
    said.textContent = exercise ? says.checking : says.running;
    const before = textsBefore(cell);
    const prelude = before.length > 0 ? `${before.join("\n")}\nprint("${MARK}")\n` : "";
    const offset = prelude.split("\n").length - 1;
    let result;
    try {
      result = exercise ? await exercise.check(before) : await engine.run(prelude + text, {}, {isForeign: true});
    } catch {
      result = {error: {type: "", sentence: says.asleepCode, line: null}, printed: "", trace: null};
    }
    if (exercise && !result.error) tellCheck(exercise.card(result.printed));
    else await show(result, exercise ? 0 : offset);
    isRunning = false;
    stop.hidden = true;
    go.removeAttribute("aria-disabled");
    showState();
  };
  /** @param {{error?: Fields, element?: HTMLElement, said?: string}} told */
  const tellCheck = ({error, element, said: sentence}) => {
    if (error) return show({error, printed: "", isCut: false, trace: null}, 0);
    output.replaceChildren(element);
    output.hidden = false;
    said.replaceChildren(says.done, html`<span class="tw-unseen">${sentence}</span>`);
  };
  const show = async ({error, printed, isCut, trace}, offset) => {
    const own = printed.includes(MARK) ? printed.slice(printed.indexOf(`${MARK}\n`) + 2) : offset ? "" : printed;
    for (const one of built) one.hidden = true;
    const parts = [];
    if (own) parts.push(html`<div class="cell-output cell-output-stdout"><pre tabindex="0"><code>${own}</code></pre></div>`);
    if (isCut) parts.push(html`<p class="tw-code-note">${says.cut}</p>`);
    let message = "";
    if (error) {
      const line = error.line === null ? null : Math.min(error.line - offset, text.split("\n").length);
      const {told, cause} = error.type ? explain(error, lang) : {told: error.sentence, cause: ""};
      const where = line === null ? "" : line > 0 ? says.line(line) : says.earlierCell;
      mark(line > 0 ? line : null);
      message = [where, told, cause].filter(Boolean).join(" ");
      parts.push(html`<div class="tw-code-error">
        <p><strong>${where}</strong> ${told ? html`<code>${told}</code>` : ""}</p><p>${cause}</p>
      </div>`);
    } else if (trace) {
      const figure = await drawn(trace);
      if (figure) parts.push(figure);
    }
    output.replaceChildren(...parts);
    output.hidden = parts.length === 0;
    const short = own.length > MOST_SAID ? `${own.slice(0, MOST_SAID)}…` : own;
    said.replaceChildren(
      error ? "" : own || trace ? says.done : says.nothing,
      html`<span class="tw-unseen">${error ? message : short}</span>`
    );
  };

  code.parentElement.addEventListener("click", () => {
    // Who selects text reads, and does not write.
    if (String(globalThis.getSelection()) === "") open();
  });
  const self = {cell, text: () => text};
  cells.push(self);
  cell.classList.add("is-live");
  const earlier = store.read();
  if (earlier !== null) {
    text = earlier;
    // What the build got is of another text.
    for (const one of built) one.hidden = true;
    open({isAsked: false});
  }
  showState();
  if (!cell.classList.contains("playground")) return;
  const say = (sentence) => said.replaceChildren(sentence);
  playground(cell, {text: self.text, set: replace, say, focus: () => go.focus()});
}

/** The texts of the live cells above one, whichever came to life first. */
function textsBefore(cell) {
  const isAbove = (one) => one.cell.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
  const above = cells.filter(isAbove);
  above.sort((a, b) => (a.cell.compareDocumentPosition(b.cell) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  return above.map((one) => one.text());
}

/** The figure of a value that ends a program. */
async function drawn(trace) {
  const name = trace.nodes.length > MOST_DRAWN ? "tapeList" : "stepper";
  const {[name]: view} = await import(new URL(`${name}.js`, VIEWS).href);
  return view(trace, {step: 10_000});
}

/** What this browser remembers of a cell's text, as long as the page's own stays what it was. */
function keeper(id, original) {
  const key = `tapewalk.code:${globalThis.location.pathname}#${id}`;
  return {
    read() {
      try {
        const {from, text} = JSON.parse(globalThis.localStorage.getItem(key)) ?? {};
        return from === original && typeof text === "string" ? text : null;
      } catch {
        return null;
      }
    },
    keep(text) {
      if (!id) return;
      try {
        if (text === original) globalThis.localStorage.removeItem(key);
        else globalThis.localStorage.setItem(key, JSON.stringify({from: original, text}));
      } catch {
        // A browser that keeps nothing forgets it with the page.
      }
    }
  };
}
