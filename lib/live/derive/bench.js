import {html, svg} from "htl";
import {asked, followLink} from "../../diagrams/figure/links.js";
import {cellMap, cellSize, gridOf, slopePart} from "./maps.js";
import {dotRow, nameOf, tapeOf} from "./tape.js";
import {tileGrid, tileRow} from "./tiles.js";
import {chipRows} from "./chips.js";
import {finish} from "./finish.js";
import {storedLines} from "./store.js";

/** Milliseconds without a key after which a line is judged. */
const PAUSE = 150;

/** Pixels that a finger moves sideways before it leads to another line. */
const SWIPE = 48;

/** Pixels of the window's width below which the third map is left out. */
const NARROW = 700;

/**
 * @typedef {object} Tools
 * @property {(name: string, ...given: unknown[]) => Promise<any>} ask
 * @property {Record<string, any>} words
 * @property {string[]} keys of the lines, in the order of the backward pass
 * @property {{name: string, text: string}[]} forward
 * @property {string} id of the place, for links
 */

/**
 * Return the bench: a line that is typed, and the numbers that it makes beside the true ones. There is
 * no button that checks: each pause is answered.
 *
 * @param {Tools} tools
 * @returns {HTMLElement}
 */
export const bench = (tools) => new Bench(tools).element;

class Bench {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.store = storedLines();
    this.i = 0;
    this.help = 0;
    this.chosen = -1;
    /** @type {any} what the line asks for, as `opened` returns it */
    this.asks = null;
    /** @type {any} what `answered` returned last */
    this.answer = null;
    /** Questions so far: an answer to an earlier one is not shown. */
    this.turn = 0;
    this.#build();
    const openInView = (/** @type {number} */ i) => {
      this.open(i);
      this.element.scrollIntoView({block: "nearest"});
    };
    this.tape = tapeOf(document.querySelector(".derive-tape"), tools.forward, tools.keys, openInView, tools.words);
    this.end = finish(document.querySelector(".derive-finish"), {...tools, of: this.store.of});
    followLink(this.element, tools.id, {
      read: () => ({line: tools.keys[this.i]}),
      apply: ({line, text}) => this.open(tools.keys.indexOf(line), text)
    });
    const {line, text} = asked(tools.id) ?? {};
    const first = tools.keys.findIndex((key) => !this.store.of(key).isRight);
    const begin = tools.keys.indexOf(line);
    this.open(begin >= 0 ? begin : Math.max(0, first), text);
  }

  #build() {
    const {words} = this.tools;
    this.dots = dotRow(this.tools.keys, (i) => this.open(i), words);
    this.label = html`<label class="derive-name"></label>`;
    this.field = html`<textarea class="derive-field" rows="1" spellcheck="false" autocomplete="off"
      autocapitalize="off" autocorrect="off" placeholder=${words.write}></textarea>`;
    this.field.id = `${this.tools.id}-field`;
    this.label.htmlFor = this.field.id;
    if (globalThis.matchMedia?.("(pointer: coarse)").matches) this.field.inputMode = "none";
    this.next = html`<button type="button" class="derive-next" hidden></button>`;
    this.slot = html`<div class="derive-slot">${this.label}${this.field}${this.next}</div>`;
    this.tiles = html`<div class="derive-tiles" aria-hidden="true"></div>`;
    this.paths = html`<div class="derive-paths"></div>`;
    this.mine = html`<div class="derive-map" tabindex="0" role="group"></div>`;
    this.true = html`<div class="derive-map"></div>`;
    this.apart = html`<div class="derive-map"></div>`;
    this.apartTitle = html`<p class="derive-heading"></p>`;
    this.slope = html`<div class="derive-slope"></div>`;
    this.trueTitle = html`<b></b>`;
    this.maps = html`<div class="derive-maps">
      <div><p class="derive-heading">${words.yours}</p>${this.mine}</div>
      <div><p class="derive-heading">${this.trueTitle} <span aria-label=${words.signs}>■ + □ −</span></p>${this.true}</div>
      <div class="derive-third">${this.apartTitle}${this.apart}</div>
      ${this.slope}</div>`;
    this.said = html`<div class="derive-said" role="status"></div>`;
    this.chips = chipRows(this.field, {write: () => this.#written(), help: () => this.#showHelp()}, words);
    this.element = html`<div class="derive is-placed" role="group" aria-label=${words.name} lang=${words.lang}>
      ${this.dots.element}${this.slot}${this.tiles}${this.paths}${this.maps}${this.said}${this.chips.element}</div>`;
    this.#listen();
  }

  #listen() {
    this.field.addEventListener("input", () => this.#written());
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (this.answer?.state === "right" && this.i < this.tools.keys.length - 1) this.open(this.i + 1);
    });
    for (const type of ["keyup", "click"]) this.field.addEventListener(type, () => this.chips.arrange());
    this.next.addEventListener("click", () => {
      this.open(this.i + 1);
      if (this.field.inputMode !== "none") this.field.focus();
    });
    this.mine.addEventListener("click", (/** @type {MouseEvent} */ {target}) => {
      const cell = /** @type {Element} */ (target).closest("[data-k]");
      if (cell) this.#choose(Number(/** @type {SVGElement} */ (cell).dataset.k));
    });
    this.mine.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const [, columns] = gridOf(this.asks.shape);
      const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.#choose(Math.max(0, this.chosen) + (this.chosen < 0 ? 0 : by));
    });
    this.#listenToSwipes();
    if (globalThis.ResizeObserver) new ResizeObserver(() => this.#drawMaps()).observe(this.maps);
  }

  #listenToSwipes() {
    let from = {x: 0, y: 0};
    this.maps.addEventListener("touchstart", (/** @type {TouchEvent} */ {touches}) => {
      from = {x: touches[0].clientX, y: touches[0].clientY};
    }, {passive: true});
    this.maps.addEventListener("touchend", (/** @type {TouchEvent} */ {changedTouches}) => {
      const across = changedTouches[0].clientX - from.x;
      const down = changedTouches[0].clientY - from.y;
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) this.open(this.i - Math.sign(across));
    }, {passive: true});
  }

  get key() {
    return this.tools.keys[this.i];
  }

  /**
   * Open a line, with the reader's text, or with another one.
   *
   * @param {number} i
   * @param {string} [text]
   */
  async open(i, text) {
    if (i < 0 || i >= this.tools.keys.length) return;
    Object.assign(this, {i, help: 0, chosen: -1, answer: null});
    const {key} = this;
    this.field.value = text ?? this.store.of(key).text;
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
    const asks = await this.tools.ask("opened", key, this.tools.words.lang);
    if (this.key !== key) return;
    this.asks = asks;
    this.label.replaceChildren(`${nameOf(key)} =`);
    this.chips.show(asks.x, asks.chips);
    this.#show();
    await this.#judge();
    this.#prepare(key);
  }

  /** Compute ahead while the reader thinks. */
  async #prepare(/** @type {string} */ key) {
    for (let i = 0; this.key === key; i++) {
      while (this.isBusy) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const {more} = await this.tools.ask("prepared", key, i);
      if (!more) return;
    }
  }

  #written() {
    clearTimeout(this.timer);
    this.chips.arrange();
    this.help = 0;
    this.chosen = -1;
    this.#growField();
    this.timer = setTimeout(() => this.#judge(), PAUSE);
  }

  async #judge() {
    const turn = ++this.turn;
    const {key} = this;
    const text = this.field.value;
    this.isBusy = true;
    try {
      const answer = await this.tools.ask("answered", key, text, this.tools.words.lang);
      if (turn !== this.turn || key !== this.key) return;
      this.answer = answer;
      if (answer.state === "right") this.store.keep(key, {text: text.trim(), isRight: true});
      else if (!this.store.of(key).isRight) this.store.keep(key, {text});
      this.#show();
      if (this.chosen >= 0) this.#choose(this.chosen);
    } finally {
      if (turn === this.turn) this.isBusy = false;
    }
  }

  async #showHelp() {
    const {key} = this;
    this.help = (this.help % 3) + 1;
    const level = this.help;
    const {shown} = this.store.of(key);
    this.store.keep(key, {shown: Math.max(shown, level)});
    const {sentence} = await this.tools.ask("helped", key, level, this.tools.words.lang);
    if (key !== this.key || this.help !== level) return;
    this.#show();
    this.#say(sentence);
  }

  async #choose(/** @type {number} */ k) {
    const {key} = this;
    if (k < 0 || k >= this.asks.truth.length) return;
    this.chosen = k;
    this.#drawMaps();
    const nudge = await this.tools.ask("nudged", key, k);
    if (key !== this.key || this.chosen !== k) return;
    const numbers = this.#isFitting() && !this.answer.byLuck ? this.answer.value[k] : null;
    const {words} = this.tools;
    const place = `${this.asks.x}[${nudge.place.join(", ")}]`;
    this.slope.replaceChildren(html`<p class="derive-heading">${words.nudge} <code>${place}</code></p>`, slopePart(nudge, numbers, words));
    this.mine.setAttribute("aria-label", words.cellAt(place, numbers, nudge.slope));
  }

  #isFitting() {
    return this.answer?.shape && JSON.stringify(this.answer.shape) === JSON.stringify(this.answer.needed);
  }

  #show() {
    const {words, keys} = this.tools;
    const {answer, asks, key} = this;
    const isRight = answer?.state === "right";
    const readers = asks.paths.map((/** @type {{through: string}} */ {through}) => through);
    this.slot.classList.toggle("is-right", isRight);
    this.next.hidden = !isRight || this.i === keys.length - 1;
    this.next.textContent = this.i < keys.length - 1 ? words.next(nameOf(keys[this.i + 1])) : "";
    this.dots.show(this.i, this.store.of);
    this.tape.show(key, isRight || this.help > 0 || answer?.factors ? readers : [], this.store.of);
    this.tiles.replaceChildren(...(answer?.tiles?.length ? tileRow(answer.tiles) : [emptyTile(asks, nameOf(key))]));
    this.chips.helper.textContent = words.help(Math.min(3, this.help + 1));
    this.#drawPaths();
    this.#drawMaps();
    if (this.chosen < 0) this.slope.replaceChildren(html`<p>${words.tap}</p>`);
    this.mine.setAttribute("aria-label", words.map);
    this.#growField();
    this.#say(answer?.sentence ?? asks.sentence);
    this.end.show();
  }

  #drawPaths() {
    const {words} = this.tools;
    const factors = this.answer?.factors;
    const isOpen = factors || this.help > 0;
    this.paths.replaceChildren(...this.asks.paths.map((/** @type {any} */ {through, text}, /** @type {number} */ k) => {
      const factor = factors?.[k];
      const state = !factor ? "open" : factor === "1" ? "right" : factor === "0" ? "missing" : "wrong";
      const note = !factor || factor === "?" ? "" : `× ${factor.replace("-", "−")}`;
      return isOpen ? html`<div class=${`derive-path is-${state}`}>
        <svg width="44" height="16" aria-hidden="true"><path d="M42 8H4M10 3L4 8L10 13"></path>${
          state === "missing" ? svgCross() : ""}</svg>
        <code>${through}${text ? ` = ${text}` : ""}</code><span>${note}${state === "missing" ? ` ${words.nothing}` : ""}</span>
      </div>` : "";
    }));
  }

  #drawMaps() {
    const {answer, asks} = this;
    if (!asks || this.maps.clientWidth === 0) return;
    const room = answer?.byLuck ? answer.needed : asks.shape;
    const truth = answer?.byLuck ? answer.truth : asks.truth;
    const isNarrow = globalThis.innerWidth < NARROW;
    const height = globalThis.innerHeight < 721 && !isNarrow ? 116 : 150;
    const width = this.maps.clientWidth - (isNarrow ? 0 : 200);
    const cell = cellSize(room, width, height, isNarrow ? 2 : 3);
    const scale = Math.max(...truth.map(Math.abs));
    const isFitting = this.#isFitting();
    const value = /** @type {(number|null)[]|undefined} */ (answer?.value);
    const apart = isFitting ? value.map((x, k) => (x === null ? null : x - truth[k])) : [];
    const wrong = new Set(apart.flatMap((x, k) => (x === null || Math.abs(x) > 1e-7 * (scale || 1) ? [k] : [])));
    const numbers = value ? {value, shape: answer.shape} : null;
    const how = {room, cell, scale, wrong, chosen: this.chosen};
    this.mine.replaceChildren(cellMap(numbers, how));
    this.true.replaceChildren(cellMap({value: truth, shape: room}, {...how, wrong: new Set()}));
    const difference = isFitting ? {value: apart, shape: room} : null;
    this.apart.replaceChildren(cellMap(difference, {...how, isDifference: true, chosen: -1}));
    const {words} = this.tools;
    this.apartTitle.textContent = isFitting ? words.apart(wrong.size, truth.length) : words.difference;
    this.trueTitle.textContent = answer?.byLuck ? words.otherLoss : words.truth;
    this.maps.dataset.wrong = isFitting ? String(wrong.size) : "";
  }

  #growField() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  /** Show a sentence, with code between backticks. */
  #say(/** @type {string} */ text) {
    const state = this.help > 0 ? "help" : this.answer?.state ?? "empty";
    this.said.dataset.state = state;
    this.element.dataset.state = state;
    this.said.replaceChildren(html`<p>${text.split("`").map((part, n) => (n % 2 ? html`<code translate="no">${part}</code>` : part))}</p>`);
  }
}

function emptyTile(/** @type {{shape: number[]}} */ {shape}, /** @type {string} */ name) {
  return html`<span class="derive-tile is-gradient is-empty">${tileGrid(shape)}<span>${name}</span></span>`;
}

const svgCross = () => svg`<path d="M17 2L29 14M29 2L17 14"></path>`;
