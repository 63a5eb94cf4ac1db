import {agreement, difference, failure} from "./verdict.js";
import {asked, followLink} from "../../diagrams/figure/links.js";
import {button, programBox} from "./program-box.js";
import {choice, listing} from "./listing.js";
import {differences, firstDifference, traceOf} from "./walks.js";
import {lineDiff, mutate} from "./texts.js";
import {codeBox} from "./code-box.js";
import {html} from "htl";
import {table} from "./table.js";

const VIEWS = new URL("../../diagrams/dist/tapewalk/", import.meta.url);

/** The choice of the right engine. */
const WHOLE = "whole";

/**
 * Return the bench of the lab: a right and a broken engine run a backward pass over one graph.
 *
 * @param {LabTools} tools
 * @param {string} id of the place, for links
 * @returns {HTMLElement}
 */
export function bench(tools, id) {
  const {element, begin, chosen} = new Bench(tools);
  followLink(element, id, {read: chosen, apply: begin});
  begin(asked(id));
  return element;
}

class Bench {
  /** @param {LabTools} tools */
  constructor(tools) {
    this.tools = tools;
    this.bugs = tools.data.bugs.filter(({isHidden}) => !isHidden);
    /** @type {Record<string, string>} the text of the engine with each bug */
    this.texts = Object.fromEntries(this.bugs.map(({name, edits}) => [name, mutate(tools.data.engine, edits)]));
    this.bug = this.bugs[0].name;
    this.own = tools.data.engine;
    /** Runs so far: only the last one is shown. */
    this.runs = 0;
    this.#addControls();
    this.#addElement();
  }

  #addControls() {
    const {says} = this.tools;
    const run = () => this.#run();
    this.bugChoice = choice(says.breakIt, [
      ...this.bugs.map(({name, title}) => ({value: name, text: title})), {value: WHOLE, text: says.whole}
    ], (name) => this.#pick(name));
    this.engineRun = button(says, "run", run, "is-main");
    this.programRun = button(says, "run", run, "is-main");
    this.back = button(says, "back", () => {
      this.#pick(WHOLE);
      this.bugChoice.focusChosen();
    });
    this.engineBox = codeBox({
      label: says.editor, shown: html`<div></div>`, text: () => this.#engine(), onRun: run,
      onLeave: () => this.engineRun.focus(),
      onChange: (next) => {
        Object.assign(this, {bug: "own", own: next});
        this.bugChoice.show("own");
        this.#waitForRun();
      }
    });
    this.program = programBox(this.tools, {
      run,
      leave: () => this.programRun.focus(),
      pick: () => this.#showPicked(),
      write: () => this.#waitForRun()
    });
  }

  #addElement() {
    const {says, lang} = this.tools;
    this.said = html`<div class="lab-said" role="status"></div>`;
    this.room = html`<div class="lab-walks"></div>`;
    const edit = (/** @type {ReturnType<typeof codeBox>} */ box) => button(says, "edit", () => box.open());
    this.element = html`<div class="lab" role="group" aria-label=${says.name} lang=${lang}>
      <div class="lab-choices">${this.bugChoice}${this.program.choice}</div>
      <div class="lab-texts">
        <div class="lab-engine">${this.engineBox}
          <div class="lab-bar">${this.engineRun}${edit(this.engineBox)}${this.back}</div></div>
        <div class="lab-program">${this.program.box}
          <div class="lab-bar">${this.programRun}${edit(this.program.box)}</div></div>
      </div>
      ${this.said}${this.room}
    </div>`;
  }

  /** Return the choice for a link. */
  chosen = () => ({
    bug: this.bug === "own" ? null : this.bug,
    graph: this.program.isOwn() ? null : this.program.name()
  });

  /** Show the choice of a link. */
  begin = (/** @type {ReturnType<typeof asked>} */ parameters) => {
    const {bug, graph} = parameters ?? {};
    if (this.texts[bug] || bug === WHOLE) this.bug = bug;
    if (this.program.has(graph)) this.program.choose(graph);
    this.#showEngine();
    this.#run();
  };

  #engine() {
    return this.texts[this.bug] ?? (this.bug === "own" ? this.own : this.tools.data.engine);
  }

  #isForeign() {
    return this.bug === "own" || this.program.isOwn();
  }

  #pick(/** @type {string} */ name) {
    if (name === "own") return;
    this.bug = name;
    this.#showEngine();
    this.program.choose(this.program.name());
    this.#showPicked();
  }

  #showEngine() {
    const {data, says} = this.tools;
    const shown = listing(lineDiff(data.engine, this.#engine()), says.engine, says);
    this.engineBox.close();
    this.engineBox.show(shown);
    requestAnimationFrame(shown.showChange);
    this.bugChoice.show(this.bug);
    this.#showButtons();
  }

  #showPicked() {
    this.#showButtons();
    if (this.#isForeign()) this.#waitForRun();
    else this.#run();
  }

  #showButtons() {
    this.engineRun.hidden = this.bug !== "own";
    this.programRun.hidden = !this.program.isOwn();
    this.back.hidden = this.bug === WHOLE;
  }

  /** A text that a reader wrote runs only when they press Run. */
  #waitForRun() {
    this.#showButtons();
    this.room.replaceChildren();
    this.said.replaceChildren(html`<p>${this.tools.says.press}</p>`);
  }

  async #run() {
    const {data, says, watch} = this.tools;
    const run = ++this.runs;
    this.engineBox.mark(null);
    this.program.box.mark(null);
    this.said.replaceChildren(html`<p>${says.running}</p>`);
    const {bug, program} = {bug: this.bug, program: this.program.name()};
    const right = await watch(data.engine, this.program.text(), this.#isForeign());
    const broken = bug === WHOLE ? right : await watch(this.#engine(), this.program.text(), this.#isForeign());
    if (run !== this.runs) return;
    if (right.error || broken.error) this.#showError(right.error ?? broken.error, Boolean(right.error));
    else await this.#showWalks(right, broken, {bug, program});
  }

  /** @param {LabError} error @param {boolean} isRight whether the right engine met it */
  #showError(error, isRight) {
    const {says, causes} = this.tools;
    const isProgram = isRight || error.place === "program";
    (isProgram ? this.program.box : this.engineBox).mark(error.line);
    const where = error.line === null ? "" : says.line(error.line);
    const why = isProgram ? undefined : this.bugs.find(({name}) => name === this.bug)?.why;
    this.room.replaceChildren();
    this.said.replaceChildren(failure(isProgram ? says.programStops(where) : says.stops(where), error, causes, why));
  }

  /** @param {Watched} right @param {Watched} broken @param {{bug: string, program: string}} shown */
  async #showWalks(right, broken, shown) {
    const {says} = this.tools;
    if (right.walks.length === 0 && right.count === right.nodes.length) {
      this.room.replaceChildren();
      return this.said.replaceChildren(html`<p>${says.noWalk}</p>`);
    }
    const trace = traceOf(right);
    const other = traceOf(broken, right);
    const found = differences(right, broken);
    const first = trace && other ? firstDifference(trace, other) : null;
    const step = found.length > 0 ? first?.step ?? 0 : 10_000;
    const figure = trace && other ? await this.#figure(trace, other, step, shown.bug === WHOLE) : null;
    const isLarge = right.count > right.nodes.length || !trace;
    this.room.replaceChildren(figure ?? this.#numbers(right, broken, isLarge ? says.large : says.otherGraph));
    const count = figure ? right.walks.length : 0;
    this.said.replaceChildren(
      this.#verdict({trace, first, found, figure}, shown),
      count > 1 ? html`<p class="lab-where">${says.walkShown(count)}</p>` : ""
    );
  }

  /** @param {Trace} trace @param {Trace} other @param {number} step @param {boolean} isWhole */
  async #figure(trace, other, step, isWhole) {
    const {says} = this.tools;
    const name = isWhole ? "stepper" : "compare";
    const {[name]: view} = await import(new URL(`${name}.js`, VIEWS).href);
    if (isWhole) return view(trace, {step: 10_000});
    return view(trace, {label: says.right, beside: {label: says.broken, trace: other}, step});
  }

  /** @param {import("./verdict.js").Outcome} outcome @param {{bug: string, program: string}} shown */
  #verdict(outcome, shown) {
    const {data, says, lang} = this.tools;
    if (shown.bug === WHOLE) return html`<p>${says.allRight}</p>`;
    const bug = this.bugs.find(({name}) => name === shown.bug);
    if (outcome.found.length > 0) {
      const removed = lineDiff(data.engine, this.#engine()).filter(({sign}) => sign === "-");
      return difference(outcome, {says, lang, bug, lines: bug?.lines ?? removed.map(({line}) => line)});
    }
    const other = data.programs.find(({name}) => name === bug?.showsOn && name !== shown.program);
    const go = () => {
      this.program.choose(other.name);
      this.#showPicked();
      this.program.choice.focusChosen();
    };
    return agreement(outcome, {says, bug, other, go});
  }

  /** @param {Watched} right @param {Watched} broken @param {string} why there is a table and no figure */
  #numbers(right, broken, why) {
    const {says} = this.tools;
    const rows = right.nodes.filter(({label}) => label).map(({label, grad}) => {
      const its = broken.nodes.find((node) => node.label === label)?.grad ?? null;
      return {name: label, cells: [grad, its], isDifferent: grad !== its};
    });
    return table(why, [says.number, says.right, says.broken], rows, this.tools);
  }
}
