import {html} from "htl";
import {answers, record} from "../../diagrams/questions/progress-store.js";
import {explain} from "../causes.js";
import {numberFormat, toNumber} from "../../diagrams/words/numbers.js";
import {chips, listing, pointing} from "./listing.js";
import {codeBox} from "./code-box.js";
import {differences} from "./walks.js";
import {lineDiff, mutate, shuffled} from "./texts.js";
import {table} from "./bench.js";

const ROUNDS = 10;

/** Where this browser remembers which round it is. */
const KEY = "tapewalk.lab";

/**
 * The puzzle: an engine is broken in secret, ten times, and the reader finds the line.
 *
 * @param {Fields} tools of lab.js
 * @returns {HTMLElement}
 */
export function puzzle(tools) {
  const {says, lang} = tools;
  const place = remembered();
  const body = html`<div></div>`;
  const head = html`<div class="lab-head"></div>`;
  const element = html`<div class="lab" lang=${lang}>${head}${body}</div>`;
  const begin = (seed) => {
    Object.assign(place, {seed, round: 1});
    keep(place);
    show(true);
  };
  const show = (isAsked = false) => {
    const known = answers();
    const states = Array.from({length: ROUNDS}, (_, i) => known[`lab-${i + 1}`]);
    const seed = html`<input type="number" class="lab-seed" min="1" max="99999" value=${place.seed}>`;
    seed.addEventListener("change", () => Number.isInteger(seed.valueAsNumber) && begin(seed.valueAsNumber));
    const another = () => begin(1 + Math.floor(Math.random() * 99_999));
    const title = html`<h3 tabindex="-1">${says.round(Math.min(place.round, ROUNDS), ROUNDS)}</h3>`;
    head.replaceChildren(
      title,
      html`<p class="lab-score">${says.score(states.filter((one) => one?.correct).length, ROUNDS)}</p>`,
      html`<p class="lab-seeds"><label>${says.seed} ${seed}</label>
        <button type="button" class="lab-button" onclick=${another}>${says.another}</button></p>`
    );
    const order = shuffled(tools.data.bugs, place.seed);
    body.replaceChildren(place.round > ROUNDS ? html`<p>${says.done}</p>` : round(
      tools, order[place.round - 1], `lab-${place.round}`,
      {onScore: () => showScore(), onNext: () => next()}
    ));
    if (isAsked) title.focus();
  };
  const showScore = () => {
    const known = answers();
    const right = Array.from({length: ROUNDS}, (_, i) => known[`lab-${i + 1}`]?.correct).filter(Boolean);
    head.querySelector(".lab-score").textContent = says.score(right.length, ROUNDS);
  };
  const next = () => {
    place.round += 1;
    keep(place);
    show(true);
  };
  show();
  return element;
}

function round(tools, bug, id, {onScore, onNext}) {
  const {data, says, lang, watch} = tools;
  const broken = mutate(data.engine, bug.edits);
  const {short} = numberFormat(lang);
  const now = {program: data.programs[0].name, own: ""};
  const programText = () => data.programs.find(({name}) => name === now.program)?.text ?? now.own;
  /** What the reader saw last: the program, and what this engine did with it. */
  let seen = null;

  const button = (name, act, kind = "") => html`<button type="button" class="${`lab-button ${kind}`}" onclick=${act}>${says[name]}</button>`;
  const go = button("run", () => run(), "is-main");
  const edit = button("edit", () => box.open());
  const programs = chips(says.onWhich, [
    ...data.programs.map(({name, title}) => ({value: name, text: title})),
    {value: "own", text: says.ownProgram}
  ], (name) => pick(name));
  const box = codeBox({
    label: says.programEditor, shown: html`<div></div>`, text: programText, onRun: () => run(),
    onLeave: () => go.focus(),
    onChange(next) {
      Object.assign(now, {program: "own", own: next});
      programs.show("own");
    }
  });
  const pick = (name) => {
    if (name === "own") now.own ||= programText();
    now.program = name;
    programs.show(name);
    box.close();
    box.show(listing(lineDiff(programText(), programText()), says.program, says));
    if (name === "own") box.open(false);
  };
  const output = html`<div class="lab-seen" role="status"></div>`;

  const run = async () => {
    output.replaceChildren(html`<p>${says.running}</p>`);
    const program = programText();
    const isForeign = now.program === "own";
    const right = await watch(data.engine, program, isForeign);
    const its = right.error ? right : await watch(broken, program, isForeign);
    seen = right.error ? null : {program, isForeign, its, right};
    box.mark(right.error?.line ?? null);
    if (its.error) {
      const {told, cause} = explain(its.error, lang);
      // Of the broken engine no line is told: that is the question.
      const where = right.error && right.error.line !== null ? says.line(right.error.line) : "";
      output.replaceChildren(html`<div class="lab-verdict is-different"><p><strong>${
        right.error ? says.programStops(where) : says.stopsHere("")}</strong></p>
        <p>${told ? html`<code>${told}</code> ` : ""}${cause}</p></div>`);
      return;
    }
    const wrong = new Set(differences(right, its).map(({label}) => label));
    const rows = its.nodes.filter(({label}) => label).map(({label, value, grad}) => {
      const should = right.nodes.find((node) => node.label === label)?.grad ?? null;
      return {name: label, cells: [toNumber(value), toNumber(should), toNumber(grad)], isDifferent: wrong.has(label)};
    });
    output.replaceChildren(
      table(says.tested, [says.number, says.value, says.shouldBe, says.is], rows, tools),
      wrong.size === 0 ? html`<p>${says.noDifference}</p>` : ""
    );
  };

  const lines = pointing(data.engine, says.pointAt);
  const reply = html`<div class="lab-reply" role="status"></div>`;
  const answer = button("answer", () => judge(), "is-main");
  const showMe = button("showMe", () => settle("seen", says.shown(bug.title)));
  const mending = html`<div></div>`;
  const element = html`<div class="lab-round">
    <p>${says.secret}</p>
    <div class="lab-program">${programs}<div class="lab-text">${box}<div class="lab-bar">${go}${edit}</div></div></div>
    ${output}
    <div class="lab-answer">${lines}<div class="lab-bar">${answer}${showMe}</div>${reply}</div>
    ${mending}
  </div>`;

  let isSettled = false;
  const settle = (outcome, text) => {
    reply.replaceChildren(html`<div class="${`lab-verdict ${outcome === "right" ? "is-alike" : ""}`}">
      <p><strong>${text}</strong> ${outcome === "right" ? bug.title : ""} · ${says.lines(bug.lines)}</p><p>${bug.why}</p></div>`);
    if (isSettled) return;
    isSettled = true;
    record(id, outcome);
    onScore();
    mending.replaceChildren(mend(tools, broken, onNext));
  };
  const judge = async () => {
    const line = lines.line();
    if (line === null) return reply.replaceChildren(html`<p>${says.chooseLine}</p>`);
    if (bug.lines.includes(line)) return settle("right", says.found);
    if (!seen) return reply.replaceChildren(html`<p>${says.runFirst}</p>`);
    const other = data.bugs.find((one) => one.lines.includes(line) && one.lines.length < 4)
      ?? data.bugs.find((one) => one.lines.includes(line));
    let told = [says.sound];
    let isAlike = false;
    if (other) {
      const its = await watch(mutate(data.engine, other.edits), seen.program, seen.isForeign);
      const [found] = differences(its, seen.its);
      isAlike = !found && !its.error && !seen.its.error;
      if (isAlike) told = [says.alike(other.title)];
      else if (found && found.numbers.every((x) => x !== null)) {
        told = says.alternative(other.title, found.label, ...found.numbers.map((x) => html`<b>${short(x)}</b>`));
      }
    }
    reply.replaceChildren(html`<div class="lab-verdict is-different">
      <p><strong>${isAlike ? "" : says.notThere(line)}</strong> ${told}</p>
      ${isAlike ? "" : html`<p>${says.hint(bug.hint)}</p>`}</div>`);
    if (!isAlike && !isSettled) {
      record(id, "wrong");
      onScore();
    }
  };
  pick(now.program);
  return element;
}

/** The broken text, to be mended, and the checks that say whether it holds. */
function mend({data, says, lang, check}, broken, onNext) {
  const {short} = numberFormat(lang);
  let text = broken;
  const said = html`<div class="lab-reply" role="status"></div>`;
  const go = html`<button type="button" class="lab-button is-main" onclick=${() => test()}>${says.check}</button>`;
  const next = html`<button type="button" class="lab-button" onclick=${onNext}>${says.next}</button>`;
  const shown = listing(lineDiff(broken, broken), says.engine, says);
  const box = codeBox({
    label: says.editor, shown, text: () => text, onRun: () => test(), onLeave: () => go.focus(),
    onChange: (changed) => (text = changed)
  });
  const test = async () => {
    said.replaceChildren(html`<p>${says.running}</p>`);
    box.mark(null);
    const told = await check(text, data.programs);
    for (const [nth, program] of data.programs.entries()) {
      const wrong = told[nth]?.find(({isRight}) => !isRight);
      if (!wrong) continue;
      if (wrong.error) {
        const {told, cause} = explain(wrong.error, lang);
        box.mark(wrong.error.line);
        const where = wrong.error.line === null ? "" : `${says.lines([wrong.error.line])}. `;
        said.replaceChildren(html`<div class="lab-verdict is-different"><p>${
          says.failsError(program.title, `${where}${told} ${cause}`)}</p></div>`);
      } else {
        const numbers = [wrong.got, wrong.slope].map((x) => html`<b>${x === null ? "–" : short(toNumber(x))}</b>`);
        said.replaceChildren(html`<div class="lab-verdict is-different"><p>${
          says.fails(program.title, wrong.leaf, ...numbers)}</p></div>`);
      }
      return;
    }
    said.replaceChildren(html`<div class="lab-verdict is-alike"><p><strong>${says.holds}</strong></p></div>`);
  };
  box.open(false);
  return html`<div class="lab-mend"><h3>${says.mend}</h3><p>${says.mendSaid}</p>
    <div class="lab-text">${box}<div class="lab-bar">${go}${next}</div></div>${said}</div>`;
}

function remembered() {
  try {
    const {seed, round} = JSON.parse(globalThis.localStorage.getItem(KEY)) ?? {};
    if (Number.isInteger(seed) && round >= 1 && round <= ROUNDS) return {seed, round};
  } catch {
    // Nothing is remembered.
  }
  return {seed: 1, round: 1};
}

function keep(place) {
  try {
    globalThis.localStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // A browser that keeps nothing begins anew.
  }
}
