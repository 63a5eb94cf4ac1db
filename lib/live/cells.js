import {MARK, outputOf, printedText} from "./cell-output.js";
import {card, editOf} from "./edits.js";
import {exerciseOf} from "./exercise.js";
import {failed} from "./client.js";
import {html} from "htl";
import {liveWords} from "./words/words.js";
import {playground} from "./playground.js";
import {storedText} from "./stored-text.js";

/** Loaded when a reader first wants to write. */
const EDITOR = new URL("editor.js", import.meta.url);

/** @type {LiveCell[]} of this page: each sees what those before it define */
const cells = [];

/**
 * Let a reader run the code of a cell and change it in place.
 *
 * @param {HTMLElement} cell of a page, with its code and its output when the page was built
 * @param {Runner} engine
 */
export function enlivenCell(cell, engine) {
  const live = new LiveCell(cell, engine);
  cells.push(live);
  cell.classList.add("is-live");
  live.showStored();
  if (!cell.classList.contains("playground")) return;
  playground(cell, {
    text: () => live.text,
    isChanged: () => live.text !== live.original,
    set: (text) => live.replace(text),
    say: (sentence) => live.said.replaceChildren(sentence),
    focus: () => live.go.focus()
  });
}

/** A cell with its buttons, its editor and its output. */
class LiveCell {
  /** @param {HTMLElement} cell @param {Runner} engine */
  constructor(cell, engine) {
    this.cell = cell;
    this.engine = engine;
    this.says = liveWords();
    this.code = cell.querySelector("pre > code");
    /** @type {HTMLElement} */
    this.place = cell.querySelector(".code-copy-outer-scaffold") ?? cell.querySelector("div.sourceCode");
    /** @type {NodeListOf<HTMLElement>} */
    this.built = cell.querySelectorAll(":scope > .cell-output");
    this.original = this.code.textContent.replace(/\n+$/, "");
    this.isPlayground = cell.classList.contains("playground");
    this.store = storedText(cell.id, this.original, {isShared: this.isPlayground});
    this.text = this.original;
    /** @type {ReturnType<typeof import("./editor.js").edit>|null} */
    this.editor = null;
    this.isRunning = false;
    this.exercise = cell.classList.contains("exercise") ? exerciseOf(cell, engine, () => this.text) : null;
    this.edited = editOf(cell, engine);
    this.#addControls();
  }

  #addControls() {
    const {says, exercise} = this;
    const button = (/** @type {"edit"|"run"|"stop"|"resetCode"} */ name, /** @type {() => void} */ act) =>
      html`<button type="button" class="${`tw-code-${name}`}" onclick=${act}>${says[name]}</button>`;
    this.edit = button("edit", () => this.open());
    this.go = button("run", () => this.run());
    if (exercise) this.go.textContent = says.check;
    this.stop = button("stop", () => this.engine.stop());
    this.stop.hidden = true;
    this.reset = button("resetCode", () => this.restore());
    this.said = html`<span class="tw-code-said" role="status"></span>`;
    this.room = html`<div class="tw-editor" hidden></div>`;
    this.output = html`<div class="tw-code-output" hidden></div>`;
    this.place.after(this.room, html`<div class="tw-code-bar">
      ${this.go}${this.stop}${this.edit}${this.reset}${exercise?.download ?? ""}${this.said}</div>`);
    this.cell.append(this.output);
    if (this.edited) this.#drawUnedited();
    this.code.parentElement.addEventListener("click", () => {
      // Selecting text is reading, not writing.
      if (String(globalThis.getSelection()) === "") this.open();
    });
  }

  /** Show what the cell computes before its edit, as soon as it is near; a run's output replaces it. */
  #drawUnedited() {
    const place = html`<div class="tw-code-before"></div>`;
    this.cell.append(place);
    const watched = new IntersectionObserver(async ([{isIntersecting}]) => {
      if (!isIntersecting) return;
      watched.disconnect();
      place.append(await this.edited.before());
    }, {rootMargin: "400px"});
    watched.observe(this.cell);
  }

  /** Show what this browser remembers of the cell. */
  showStored() {
    const earlier = this.store.read();
    if (earlier !== null) {
      this.text = earlier.text;
      this.#showBuilt(false); // the output of another text
      this.open({isAsked: false});
      if (this.edited && earlier.isRight) this.#put([card(true, this.edited.says, this.says)]);
    }
    this.#showState();
  }

  async open({isAsked = true} = {}) {
    if (!this.editor) {
      const {edit} = await import(EDITOR.href);
      this.room.hidden = false;
      this.place.hidden = true;
      this.editor ??= edit(this.room, {
        text: this.text,
        label: this.exercise ? this.says.codeChecked : this.says.code,
        onChange: (/** @type {string} */ text) => this.#change(text),
        onRun: () => this.run(),
        onLeave: () => this.go.focus()
      });
      this.#showState();
    }
    if (isAsked) this.editor.focus();
  }

  /** Take another text, which has not run yet. */
  replace(/** @type {string} */ text) {
    this.#change(text);
    if (this.editor) this.editor.set(text);
    else this.open({isAsked: false});
    this.#clear(false);
  }

  /** Go back to the text and the output of the page. */
  restore() {
    this.#change(this.original);
    this.editor?.set(this.original);
    this.#clear(true);
    this.said.textContent = "";
    this.go.focus();
  }

  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.#mark(null);
    this.stop.hidden = false;
    this.go.setAttribute("aria-disabled", "true");
    this.said.textContent = this.exercise ? this.says.checking : this.says.running;
    const before = textsBefore(this.cell);
    const prelude = before.length > 0 ? `${before.join("\n")}\nprint("${MARK}")\n` : "";
    let result;
    try {
      result = this.exercise
        ? await this.exercise.check(before)
        : await this.engine.run(prelude + this.text, {}, {isForeign: true, heard: (so) => this.#showSoFar(so, prelude !== "")});
    } catch {
      result = failed({type: "", sentence: this.says.asleepCode, line: null});
    }
    if (this.exercise && !result.error) await this.#showCheck(this.exercise.card(result.printed));
    else await this.#show(/** @type {RunResult} */ (result), this.exercise ? 0 : prelude.split("\n").length - 1);
    if (this.edited && !result.error) await this.#showEdit([...before, this.text].join("\n"));
    this.isRunning = false;
    this.stop.hidden = true;
    this.go.removeAttribute("aria-disabled");
    this.#showState();
  }

  /** @param {import("./exercise.js").Card} card */
  #showCheck({error, element, said}) {
    if (error) return this.#show(failed(error), 0);
    this.#put([element]);
    this.said.replaceChildren(this.says.done, html`<span class="tw-unseen">${said}</span>`);
  }

  /** @param {RunResult} result @param {number} offset lines before those of this cell */
  async #show(result, offset) {
    const lines = this.text.split("\n").length;
    const {parts, line, state, said} = await outputOf(result, {
      offset, lines, says: this.says, wantsFigure: this.isPlayground
    });
    this.#showBuilt(false);
    this.#mark(line);
    this.#put(parts);
    this.said.replaceChildren(state, html`<span class="tw-unseen">${said}</span>`);
  }

  /** Show what a long run has printed, while it runs. */
  #showSoFar(/** @type {string} */ printed, /** @type {boolean} */ hasEarlier) {
    const parts = printedText(printed, hasEarlier);
    if (parts.length === 0) return;
    this.#showBuilt(false);
    this.#put(parts);
  }

  /** Show what the reader's engine computes, and whether the edit is right. */
  async #showEdit(/** @type {string} */ text) {
    const found = await this.edited.check(text);
    if (!found) return;
    this.output.append(found.element);
    this.output.hidden = false;
    this.store.keep(this.text, found.isRight);
    this.said.replaceChildren(html`<span class="tw-unseen">${found.said}</span>`);
  }

  /** @param {HTMLElement[]} parts */
  #put(parts) {
    this.output.replaceChildren(...parts);
    this.output.hidden = parts.length === 0;
  }

  #change(/** @type {string} */ text) {
    this.text = text;
    this.store.keep(text);
    this.#showState();
  }

  #clear(/** @type {boolean} */ isBuilt) {
    this.#mark(null);
    this.#showBuilt(isBuilt);
    this.#put([]);
    this.#showState();
  }

  #mark(/** @type {number|null} */ line) {
    this.editor?.mark(line);
    [...this.code.querySelectorAll(":scope > span")].forEach((one, i) => {
      one.classList.toggle("tw-wrong-line", i + 1 === line);
    });
  }

  #showBuilt(/** @type {boolean} */ isShown) {
    for (const one of this.built) one.hidden = !isShown;
  }

  #showState() {
    this.reset.hidden = this.text === this.original && this.output.hidden;
    this.edit.hidden = this.editor !== null;
  }
}

/** Return the texts of the live cells above one, in the order of the page. */
function textsBefore(/** @type {HTMLElement} */ cell) {
  const isBefore = (/** @type {HTMLElement} */ one, /** @type {HTMLElement} */ other) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const above = cells.filter((one) => isBefore(one.cell, cell));
  above.sort((one, other) => (isBefore(one.cell, other.cell) ? -1 : 1));
  return above.map(({text}) => text);
}
