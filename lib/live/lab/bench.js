import {html} from "htl";
import {asked, followLink} from "../../diagrams/figure/links.js";
import {explain} from "../causes.js";
import {numberFormat} from "../../diagrams/words/numbers.js";
import {chips, listing} from "./listing.js";
import {codeBox} from "./code-box.js";
import {differences, firstDifference, traceOf} from "./walks.js";
import {lineDiff, mutate} from "./texts.js";

const VIEWS = new URL("../../diagrams/dist/tapewalk/", import.meta.url);

/**
 * The bench of the lab: one thing of the engine is broken, and both engines walk over one graph.
 *
 * @param {Fields} tools of lab.js
 * @param {string} id of the place, for links
 * @returns {HTMLElement}
 */
export function bench(tools, id) {
  const {data, says, lang, watch} = tools;
  const bugs = data.bugs.filter(({isHidden}) => !isHidden);
  const text = Object.fromEntries(bugs.map(({name, edits}) => [name, mutate(data.engine, edits)]));
  const now = {bug: bugs[0].name, program: data.programs[0].name, own: data.engine, ownProgram: ""};
  const engineText = () => text[now.bug] ?? (now.bug === "own" ? now.own : data.engine);
  const programText = () => data.programs.find(({name}) => name === now.program)?.text ?? now.ownProgram;
  const isForeign = () => now.bug === "own" || now.program === "own";

  const bugChips = chips(says.breakIt, [
    ...bugs.map(({name, title}) => ({value: name, text: title})), {value: "whole", text: says.whole}
  ], (name) => pickBug(name));
  const programChips = chips(says.onWhich, [
    ...data.programs.map(({name, title}) => ({value: name, text: title})),
    {value: "own", text: says.ownProgram}
  ], (name) => pickProgram(name));
  const button = (name, act, kind = "") => html`<button type="button" class="${`lab-button ${kind}`}" onclick=${act}>${says[name]}</button>`;
  const engineRun = button("run", () => compute(), "is-main");
  const programRun = button("run", () => compute(), "is-main");
  const engineEdit = button("edit", () => engineBox.open());
  const programEdit = button("edit", () => programBox.open());
  const back = button("back", () => pickBug("whole", {isFocused: true}));
  const engineBox = codeBox({
    label: says.editor, shown: html`<div></div>`, text: engineText, onRun: () => compute(),
    onLeave: () => engineRun.focus(),
    onChange(next) {
      Object.assign(now, {bug: "own", own: next});
      bugChips.show("own");
      waitForRun();
    }
  });
  const programBox = codeBox({
    label: says.programEditor, shown: html`<div></div>`, text: programText, onRun: () => compute(),
    onLeave: () => programRun.focus(),
    onChange(next) {
      Object.assign(now, {program: "own", ownProgram: next});
      programChips.show("own");
      waitForRun();
    }
  });
  const said = html`<div class="lab-said" role="status"></div>`;
  const room = html`<div class="lab-walks"></div>`;
  const element = html`<div class="lab" role="group" aria-label=${says.name} lang=${lang}>
    ${bugChips}${programChips}
    <div class="lab-texts">
      <div class="lab-engine">${engineBox}<div class="lab-bar">${engineRun}${engineEdit}${back}</div></div>
      <div class="lab-program">${programBox}<div class="lab-bar">${programRun}${programEdit}</div></div>
    </div>
    ${said}${room}
  </div>`;

  const showTexts = () => {
    const rows = lineDiff(data.engine, engineText());
    const shown = listing(rows, says.engine, says);
    engineBox.close();
    engineBox.show(shown);
    requestAnimationFrame(shown.showChange);
    bugChips.show(now.bug);
    engineRun.hidden = now.bug !== "own";
    back.hidden = now.bug === "whole";
    showProgram();
  };
  const showProgram = () => {
    const rows = lineDiff(programText(), programText());
    programBox.close();
    programBox.show(listing(rows, says.program, says));
    programChips.show(now.program);
    programRun.hidden = now.program !== "own";
    if (now.program === "own") programBox.open(false);
  };
  /** Nothing that a reader wrote runs before they say so. */
  const waitForRun = () => {
    engineRun.hidden = now.bug !== "own";
    programRun.hidden = now.program !== "own";
    back.hidden = false;
    room.replaceChildren();
    said.replaceChildren(html`<p>${says.press}</p>`);
  };
  const pickBug = (name, {isFocused = false} = {}) => {
    if (name === "own") return;
    now.bug = name;
    showTexts();
    if (isFocused) bugChips.focusChosen();
    if (now.program === "own") waitForRun();
    else compute();
  };
  const pickProgram = (name) => {
    if (name === "own") now.ownProgram ||= programText();
    now.program = name;
    showProgram();
    if (name === "own" || now.bug === "own") waitForRun();
    else compute();
  };

  let turn = 0;
  const compute = async () => {
    const mine = ++turn;
    engineBox.mark(null);
    programBox.mark(null);
    said.replaceChildren(html`<p>${says.running}</p>`);
    const shown = {...now};
    const right = await watch(data.engine, programText(), isForeign());
    const broken = now.bug === "whole" ? right : await watch(engineText(), programText(), isForeign());
    if (mine !== turn) return;
    await tell(right, broken, shown);
  };

  /** @param {{error: Fields}} told */
  const tellError = ({error}, isRight) => {
    const isProgram = isRight || error.place === "program";
    (isProgram ? programBox : engineBox).mark(error.line);
    const where = error.line === null ? "" : says.line(error.line);
    const {told, cause} = explain(error, lang);
    const bug = bugs.find(({name}) => name === now.bug);
    room.replaceChildren();
    said.replaceChildren(html`<div class="lab-verdict is-different">
      <p><strong>${isProgram ? says.programStops(where) : says.stops(where)}</strong></p>
      <p>${told ? html`<code>${told}</code> ` : ""}${bug && !isProgram ? bug.why : cause}</p>
    </div>`);
  };

  const tell = async (right, broken, shown) => {
    if (right.error) return tellError(right, true);
    if (broken.error) return tellError(broken, false);
    if (right.walks.length === 0 && right.count === right.nodes.length) {
      room.replaceChildren();
      return said.replaceChildren(html`<p>${says.noWalk}</p>`);
    }
    const traces = /** @type {[Trace, Trace]} */ ([traceOf(right), traceOf(broken, right)]);
    const found = differences(right, broken);
    const first = traces.every(Boolean) ? firstDifference(...traces) : null;
    const figure = traces.every(Boolean) ? await walks(traces, first, found, shown) : null;
    const isLarge = right.count > right.nodes.length || !traces[0];
    room.replaceChildren(figure ?? numbers(right, broken, isLarge ? says.large : says.otherGraph));
    const count = figure ? right.walks.length : 0;
    said.replaceChildren(
      verdict(traces[0], first, found, shown, figure),
      count > 1 ? html`<p class="lab-where">${says.walkShown(count)}</p>` : ""
    );
  };

  const walks = async (traces, first, found, shown) => {
    const name = shown.bug === "whole" ? "stepper" : "compare";
    const {[name]: view} = await import(new URL(`${name}.js`, VIEWS).href);
    if (shown.bug === "whole") return view(traces[0], {step: 10_000});
    const step = found.length > 0 ? first?.step ?? 0 : 10_000;
    return view(traces[0], {label: says.right, beside: {label: says.broken, trace: traces[1]}, step});
  };

  const verdict = (trace, first, found, shown, figure) => {
    const bug = bugs.find(({name}) => name === shown.bug);
    const {short} = numberFormat(lang);
    const write = (x) => (x === null ? says.nothing : html`<b>${short(x)}</b>`);
    if (shown.bug === "whole") return html`<p>${says.allRight}</p>`;
    if (found.length === 0) {
      const where = data.programs.find(({name}) => name === bug?.showsOn);
      const go = () => {
        pickProgram(where.name);
        programChips.focusChosen();
      };
      return html`<div class="lab-verdict is-alike">
        <p><strong>${says.agree}</strong> ${bug ? says.hidden(bug.title) : says.agreeOwn}</p>
        ${first ? html`<p>${says.otherOrder}</p>` : ""}
        ${where && where.name !== shown.program
          ? html`<p><button type="button" class="lab-button" onclick=${go}>${says.showsOn(where.title)}</button></p>` : ""}
      </div>`;
    }
    const label = first ? trace.nodes[first.node].label ?? "…" : found[0].label;
    const pair = (first ? first.numbers : found[0].numbers).map(write);
    const lines = bug?.lines ?? lineDiff(data.engine, engineText()).filter(({sign}) => sign === "-").map(({line}) => line);
    return html`<div class="lab-verdict is-different">
      <p><strong>${says.first}</strong>${first && figure ? html` <button type="button" class="lab-button"
        onclick=${() => (figure.value = first.step)}>${says.goThere}</button>` : ""}</p>
      <p>${says.at(label, ...pair)}</p>
      ${bug ? html`<p>${bug.why}</p>` : ""}
      ${lines.length > 0 ? html`<p class="lab-where">${says.lines(lines)}</p>` : ""}
    </div>`;
  };

  const numbers = (right, broken, why) => table(
    why, [says.number, says.right, says.broken],
    right.nodes.filter(({label}) => label).map(({label, grad}) => {
      const its = broken.nodes.find((node) => node.label === label)?.grad ?? null;
      return {name: label, cells: [grad, its], isDifferent: grad !== its};
    }), tools
  );

  followLink(element, id, {
    read: () => ({bug: now.bug === "own" ? null : now.bug, graph: now.program === "own" ? null : now.program}),
    apply: (parameters) => begin(parameters)
  });
  const begin = (parameters) => {
    const {bug, graph} = parameters ?? {};
    if (text[bug] || bug === "whole") now.bug = bug;
    if (data.programs.some(({name}) => name === graph)) now.program = graph;
    showTexts();
    compute();
  };
  begin(asked(id));
  return element;
}

/**
 * Gradients of two engines, name by name.
 *
 * @param {string} caption
 * @param {string[]} heads
 * @param {{name: string, cells: any[], isDifferent: boolean}[]} rows
 * @param {Fields} tools of lab.js
 * @returns {HTMLElement}
 */
export function table(caption, heads, rows, {lang, says}) {
  const {short} = numberFormat(lang);
  const write = (x) => (x === null ? "–" : typeof x === "number" ? short(x) : x);
  return html`<div class="lab-table" role="group" tabindex="0" aria-label=${caption}><table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(({name, cells, isDifferent}) => html`<tr class=${isDifferent ? "is-different" : ""}>
      <th scope="row"><code>${name}</code></th>
      ${cells.map((x, i) => html`<td>${write(x)}${isDifferent && i === cells.length - 1
        ? html` <span class="lab-differs">≠<span class="tw-unseen"> ${says.differsHere}</span></span>` : ""}</td>`)}
    </tr>`)}</tbody></table></div>`;
}
