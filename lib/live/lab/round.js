import {button, programBox} from "./program-box.js";
import {numberFormat, toNumber} from "../../diagrams/words/numbers.js";
import {differences} from "./walks.js";
import {failure} from "./verdict.js";
import {html} from "htl";
import {mutate} from "./texts.js";
import {pointing} from "./listing.js";
import {record} from "../../diagrams/questions/progress-store.js";
import {repair} from "./repair.js";
import {table} from "./table.js";

/**
 * Return one round of the puzzle: the reader runs programs with a broken engine, names the line of the
 * bug, and fixes it.
 *
 * @param {LabTools} tools
 * @param {Bug} bug
 * @param {string} id under which the answer is stored
 * @param {{onScore: () => void, onNext: () => void}} on
 * @returns {HTMLElement}
 */
export function round(tools, bug, id, on) {
  return new Round(tools, bug, id, on).element;
}

class Round {
  /**
   * @param {LabTools} tools
   * @param {Bug} bug
   * @param {string} id
   * @param {{onScore: () => void, onNext: () => void}} on
   */
  constructor(tools, bug, id, on) {
    this.on = on;
    this.tools = tools;
    this.bug = bug;
    this.id = id;
    this.broken = mutate(tools.data.engine, bug.edits);
    /** @type {{program: string, isForeign: boolean, its: Watched}|null} the last run of the broken engine */
    this.seen = null;
    this.isSettled = false;
    this.#addElement();
  }

  #addElement() {
    const {data, says} = this.tools;
    const go = button(says, "run", () => this.#run(), "is-main");
    const edit = button(says, "edit", () => this.program.box.open());
    this.program = programBox(this.tools, {run: () => this.#run(), leave: () => go.focus()});
    this.output = html`<div class="lab-seen" role="status"></div>`;
    this.lines = pointing(data.engine, says.pointAt);
    this.reply = html`<div class="lab-reply" role="status"></div>`;
    this.repair = html`<div></div>`;
    const answer = button(says, "answer", () => this.#judge(), "is-main");
    const showMe = button(says, "showMe", () => this.#settle("seen", says.shown(this.bug.title)));
    const {choice, box} = this.program;
    this.element = html`<div class="lab-round">
      <p>${says.secret}</p>
      <div class="lab-program">${choice}<div class="lab-text">${box}<div class="lab-bar">${go}${edit}</div></div></div>
      ${this.output}
      <div class="lab-answer">${this.lines}<div class="lab-bar">${answer}${showMe}</div>${this.reply}</div>
      ${this.repair}
    </div>`;
  }

  async #run() {
    const {data, says, causes, watch} = this.tools;
    this.output.replaceChildren(html`<p>${says.running}</p>`);
    const program = this.program.text();
    const isForeign = this.program.isOwn();
    const right = await watch(data.engine, program, isForeign);
    const its = right.error ? right : await watch(this.broken, program, isForeign);
    this.seen = right.error ? null : {program, isForeign, its};
    this.program.box.mark(right.error?.line ?? null);
    if (!its.error) return this.#showNumbers(right, its);
    // A line of the broken engine would give the answer away; a line of the program does not.
    const where = right.error && right.error.line !== null ? says.line(right.error.line) : "";
    const title = right.error ? says.programStops(where) : says.stopsHere("");
    this.output.replaceChildren(failure(title, its.error, causes));
  }

  /** @param {Watched} right @param {Watched} its */
  #showNumbers(right, its) {
    const {says} = this.tools;
    const wrong = new Set(differences(right, its).map(({label}) => label));
    const rows = its.nodes.filter(({label}) => label).map(({label, value, grad}) => {
      const should = right.nodes.find((node) => node.label === label)?.grad;
      return {name: label, cells: [toNumber(value), toNumber(should), toNumber(grad)], isDifferent: wrong.has(label)};
    });
    this.output.replaceChildren(
      table(says.tested, [says.number, says.value, says.shouldBe, says.is], rows, this.tools),
      wrong.size === 0 ? html`<p>${says.noDifference}</p>` : ""
    );
  }

  async #judge() {
    const {says} = this.tools;
    const line = this.lines.line();
    if (line === null) return this.reply.replaceChildren(html`<p>${says.chooseLine}</p>`);
    if (this.bug.lines.includes(line)) return this.#settle("right", says.found);
    if (!this.seen) return this.reply.replaceChildren(html`<p>${says.runFirst}</p>`);
    const {isAlike, told} = await this.#alternative(line);
    this.reply.replaceChildren(html`<div class="lab-verdict is-different">
      <p><strong>${isAlike ? "" : says.notThere(line)}</strong> ${told}</p>
      ${isAlike ? "" : html`<p>${says.hint(this.bug.hint)}</p>`}</div>`);
    if (!isAlike && !this.isSettled) {
      record(this.id, "wrong");
      this.on.onScore();
    }
  }

  /** Return what a bug in another line would show with the same program. */
  async #alternative(/** @type {number} */ line) {
    const {data, says, lang, watch} = this.tools;
    const there = data.bugs.filter(({lines}) => lines.includes(line));
    const other = there.find(({lines}) => lines.length < 4) ?? there[0];
    if (!other) return {isAlike: false, told: [says.sound]};
    const run = await watch(mutate(data.engine, other.edits), this.seen.program, this.seen.isForeign);
    const [found] = differences(run, this.seen.its);
    if (!found && !run.error && !this.seen.its.error) return {isAlike: true, told: [says.alike(other.title)]};
    if (!found || found.numbers.includes(null)) return {isAlike: false, told: [says.sound]};
    const {short} = numberFormat(lang);
    const [its, seen] = found.numbers.map((x) => html`<b>${short(x)}</b>`);
    return {isAlike: false, told: says.alternative(other.title, found.label, its, seen)};
  }

  /** @param {"right"|"seen"} outcome @param {string} text */
  #settle(outcome, text) {
    const {says} = this.tools;
    this.reply.replaceChildren(html`<div class="${`lab-verdict ${outcome === "right" ? "is-alike" : ""}`}">
      <p><strong>${text}</strong> ${outcome === "right" ? this.bug.title : ""} · ${says.lines(this.bug.lines)}</p>
      <p>${this.bug.why}</p></div>`);
    if (this.isSettled) return;
    this.isSettled = true;
    record(this.id, outcome);
    this.on.onScore();
    this.repair.replaceChildren(repair(this.tools, this.broken, this.on.onNext));
  }
}
