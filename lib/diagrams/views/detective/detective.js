import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {quietly} from "../../controls/quietly.js";
import {learningCurves} from "../../drawing/learning-curves.js";
import {programLine} from "../../drawing/program-line.js";
import {figure} from "../../figure/figure.js";
import {asked, connect} from "../../figure/links.js";
import {answers, record} from "../../questions/progress-store.js";
import {TraceError} from "../../trace/trace-error.js";
import {evidence, mark} from "./evidence.js";
import {BENCH, COSTS, begin, blame, change, partsOf, probe} from "./game.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Say} from "./evidence.js" */
/** @import {Case, Game} from "./types.js" */

/** Windows in which the whole program fits beside the rest; in others one part of it is shown at a time. */
const WIDE = "(min-width: 900px) and (min-height: 740px)";
const PARTS = /** @type {const} */ (["modules", "forward", "data", "training"]);

/**
 * Programs that train badly, or well: the reader takes measurements, blames a line and chooses a change.
 * Python ran the programs and measured everything.
 *
 * @param {{cases: Case[]}} data
 * @param {Options} [options]
 * @returns {HTMLElement & {value: {case: number}}} a change dispatches `input`
 *
 * @typedef {{at: number, line: number, part: string}} Now the case, the line that is picked, the part that is shown
 * @typedef {Now & {one: Case, game: Game, cases: Case[], games: Game[], say: Say, acts: ReturnType<typeof actsOn>,
 *   isWide: boolean}} State
 */
export function detective(data, options = {}) {
  return figure(manifest, options, {}, (words) => {
    if (!Array.isArray(data?.cases) || data.cases.length === 0) throw new TraceError("notCases", typeof data);
    return build(data.cases, options, words);
  }, own);
}

/** @param {Case[]} cases @param {Options} options @param {Words} words */
function build(cases, {id, title}, words) {
  const {short} = numberFormat(words.lang);
  const games = cases.map(begin);
  const now = {at: 0, line: 0, part: "modules"};
  const wide = globalThis.matchMedia?.(WIDE);
  const isWide = () => wide?.matches ?? true;
  const nav = html`<div class="tw-case-head"></div>`;
  const curve = html`<div class="tw-case-curve"></div>`;
  const tabs = html`<div class="tw-case-parts" role="group" aria-label=${words.parts}></div>`;
  const list = html`<ol class="tw-case-code"></ol>`;
  const bench = html`<div class="tw-case-bench" role="group" aria-label=${words.benchLabel}></div>`;
  const found = html`<div class="tw-case-evidence" aria-live="polite" tabindex="-1"></div>`;
  const bar = html`<div class="tw-line tw-case-bar-line"></div>`;
  const element = html`<div class="tw-detective tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.detective}>
    ${nav}${curve}${tabs}${list}${bench}${found}${bar}</div>`;

  const game = () => games[now.at];
  const acts = actsOn({cases, games, now, view: element}, () => render(), () => report());
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const render = () => {
    const one = cases[now.at];
    const say = {words, short, rows: isWide() ? 12 : 5};
    const state = {one, game: game(), ...now, cases, games, say, acts, isWide: isWide()};
    Object.assign(element.dataset, {phase: game().phase, seed: one.seed});
    nav.replaceChildren(...head(state));
    curve.replaceChildren(drawCurves(state));
    tabs.replaceChildren(...parts(state));
    list.replaceChildren(...lines(state));
    bench.replaceChildren(...benchOf(state));
    found.replaceChildren(...told(state));
    const menu = bar.querySelector(":scope > .tw-more");
    bar.replaceChildren(...[...barOf(state), menu].filter(Boolean));
  };
  list.addEventListener("keydown", (/** @type {KeyPress} */ event) => walk(event, list));
  wide?.addEventListener?.("change", render);
  const apply = (/** @type {Settings|null} */ parameters) => {
    const at = Number(parameters?.case) - 1;
    const what = String(parameters?.probe);
    if (cases[at]) Object.assign(now, {at, line: 0});
    if (BENCH.includes(what) || cases[now.at].probes.lines[what]) {
      // A probe that a phrase of the text shows costs nothing.
      games[now.at] = {...probe(cases[now.at], game(), what), points: game().points};
      now.part = partsOf(cases[now.at].code)[Number(what) - 1] ?? now.part;
    }
    render();
  };
  apply(asked(id) ?? {});
  return connect(element, id, {read: () => ({case: now.at + 1}), apply});
}

/** What a reader may do: each act changes the game, draws it, and puts the focus where the reader goes on.
 * @param {{cases: Case[], games: Game[], now: Now, view: HTMLElement}} of @param {() => void} render
 * @param {() => void} report */
function actsOn({cases, games, now, view}, render, report) {
  const game = () => games[now.at];
  const focusOn = (/** @type {string} */ selector) =>
    /** @type {HTMLElement|null} */ (view.querySelector(selector))?.focus({preventScroll: true});
  const focusLine = (/** @type {number|string} */ line) => focusOn(`[data-line="${line}"]`);
  const focusName = () => focusOn(".tw-case-name");
  const focusFound = () => focusOn(".tw-case-evidence");
  const play = (/** @type {Game} */ next, /** @type {() => void} */ focus) => {
    const before = game();
    games[now.at] = next;
    if (next.phase === "done" && before.phase !== "done") keep(cases[now.at], next);
    // After the search no line is picked: nothing can be done at one.
    if (next.phase !== "look") now.line = 0;
    render();
    focus();
    report();
  };
  const focusTile = (/** @type {string} */ what) => focusOn(`.tw-case-tile:nth-child(${BENCH.indexOf(what) + 1})`);
  return {
    probe(/** @type {string} */ what) {
      play(probe(cases[now.at], game(), what), () => (BENCH.includes(what) ? focusTile(what) : focusLine(what)));
    },
    blame(/** @type {number} */ line) {
      play(blame(cases[now.at], game(), line), () => (game().phase === "look" ? focusLine(line || now.line) : focusFound()));
    },
    change: (/** @type {number} */ i) => play(change(cases[now.at], game(), i), focusFound),
    pick(/** @type {number} */ line) {
      now.line = now.line === line ? 0 : line;
      if (now.line && game().probes.includes(`${line}`)) games[now.at] = {...game(), shown: `${line}`, reply: null};
      render();
      focusLine(line);
    },
    turn(/** @type {string} */ part) {
      Object.assign(now, {part, line: 0});
      render();
      focusOn(".tw-case-part[aria-pressed='true']");
    },
    go(/** @type {number} */ at) {
      Object.assign(now, {at: (at + cases.length) % cases.length, line: 0, part: "modules"});
      render();
      focusName();
      report();
    },
    again() {
      games[now.at] = begin();
      now.line = 0;
      render();
      focusName();
    }
  };
}

/** A case counts as right when no line and no change was wrong. */
function keep(/** @type {Case} */ {seed}, /** @type {Game} */ {wrong, tried}) {
  record(`detective-${seed}`, wrong.length === 0 && tried.length < 2 ? "right" : "wrong");
}

/** Move the focus through the lines by arrow keys. */
function walk(/** @type {KeyPress} */ event, /** @type {HTMLElement} */ list) {
  const step = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
  if (!step || !event.target.matches("[data-line]")) return;
  event.preventDefault();
  event.stopPropagation();
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-line]")]);
  const next = all[all.findIndex((one) => one === event.target) + step];
  if (!next) return;
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus({preventScroll: true});
}

/** @param {string|Element[]} text @param {() => void} act */
function button(text, act, className = "tw-plain-button", attributes = {}) {
  return html`<button type="button" class=${className} onclick=${act} ${attributes}>${text}</button>`;
}

function head(/** @type {State} */ {at, cases, games, game, say: {words}, acts}) {
  const kept = answers();
  const isSolved = (/** @type {number} */ i) => games[i].phase === "done" || kept[`detective-${cases[i].seed}`]?.correct;
  const pick = html`<select class="tw-select tw-case-name" aria-label=${words.choose}>${cases.map((_, i) => html`<option
    value=${i} selected=${i === at}>${words.caseOf(i + 1, cases.length)}${isSolved(i) ? " ✓" : ""}</option>`)}</select>`;
  quietly(pick, () => acts.go(Number(pick.value)));
  const next = button("→", () => acts.go(at + 1), "tw-button", {"aria-label": words.nextCase});
  const dots = Array.from({length: 10}, (_, i) => html`<i class=${i < game.points ? "is-full" : ""}></i>`);
  return [pick, next, html`<span class="tw-case-points" role="img" aria-label=${words.points(game.points)}>${dots}</span>`];
}

function drawCurves(/** @type {State} */ {one, game, say: {words, short}}) {
  if (one.curve.every((loss) => loss === null) && game.tried.length === 0) {
    return html`<p class="tw-case-stops">${words.stops(0, one.error)}</p>`;
  }
  const tried = game.tried.map((i) => ({
    values: one.changes[i].curve, label: words.withChange, dashed: !one.changes[i].right,
    colour: one.changes[i].right ? "leaf" : "error"
  }));
  const before = {values: one.curve, label: words.asItWas, colour: "forward"};
  const texts = {label: words.curve, x: words.steps(2 * one.curve.length), short};
  return learningCurves([before, ...tried], texts, words.withChange);
}

function parts(/** @type {State} */ {one, part, game, say: {words}, acts}) {
  const of = partsOf(one.code);
  return PARTS.map((name) => {
    const isProbed = game.probes.some((what) => of[Number(what) - 1] === name);
    return button(`${words.partNames[name]}${isProbed ? " ●" : ""}`, () => acts.turn(name), "tw-case-part",
      {"aria-pressed": `${name === part}`});
  });
}

/** The lines that are shown, each as a button; the imports are one line. */
function lines(/** @type {State} */ state) {
  const {one, game, line, part, isWide} = state;
  const of = partsOf(one.code);
  const isLooking = game.phase === "look";
  const around = one.places.find((place) => one.code[place - 1]) ?? 0;
  const isSeen = (/** @type {string} */ text, /** @type {number} */ at) => {
    if (text === "" || of[at] === "imports") return false;
    if (isWide) return true;
    return isLooking ? of[at] === part : Math.abs(at + 1 - around) < 3 && of[at] === of[around - 1];
  };
  const seen = one.code.map((text, at) => ({text, at: at + 1})).filter(({text, at}) => isSeen(text, at - 1));
  const least = isWide ? 0 : Math.min(...seen.map(({text}) => text.search(/\S/)));
  const first = seen.some(({at}) => at === line) ? line : seen[0]?.at;
  const imports = isWide ? [html`<li class="tw-case-line is-folded"><span class="tw-case-at">1</span><code>import torch …</code></li>`] : [];
  return [...imports, ...seen.map(({text, at}) => {
    const shown = isWide ? text : text.slice(least).replace(/^ +/, (spaces) => spaces.slice(spaces.length / 2));
    return lineOf(state, shown, at, at === first);
  })];
}

/** @param {State} state @param {string} text @param {number} at @param {boolean} isFirst the Tab key reaches it */
function lineOf(state, text, at, isFirst) {
  const {one, game, line, isWide, say, acts} = state;
  const isGap = isWide && one.code[at - 2] === "";
  const isWrong = game.wrong.includes(at);
  const isBlamed = game.phase !== "look" && one.places.includes(at);
  const classes = ["tw-case-line", isGap && "is-after-gap", line === at && "is-picked", isWrong && "is-healthy", isBlamed && "is-blamed"];
  const isLooking = game.phase === "look";
  const body = html`<button type="button" data-line=${at} tabindex=${isFirst ? 0 : -1} aria-expanded=${isLooking ? `${line === at}` : null}
    onclick=${() => isLooking && acts.pick(at)}>
    ${programLine(at, text)}${isWrong ? html`<span class="tw-case-ok" aria-label=${say.words.isHealthy}>✓</span>` : ""}</button>`;
  const small = game.probes.includes(`${at}`) ? mark(one, `${at}`, say) : "";
  const own = isWide && line === at ? html`<span class="tw-case-acts">${actsOf(state)}</span>` : "";
  return html`<li class=${classes.filter(Boolean).join(" ")}>${body}${small}${own}</li>`;
}

function actsOf(/** @type {State} */ {game, line, say: {words}, acts}) {
  const all = [];
  if (!game.probes.includes(`${line}`)) all.push(button(`${words.probe} −${COSTS.line}`, () => acts.probe(`${line}`), "tw-case-act"));
  if (!game.wrong.includes(line)) all.push(button(words.thisOne, () => acts.blame(line), "tw-case-act is-strong"));
  return all;
}

function benchOf(/** @type {State} */ {game, say: {words}, acts}) {
  if (game.phase !== "look") return [];
  return BENCH.map((name) => {
    const isUsed = game.probes.includes(name);
    const text = [html`<span>${words.bench[name]}</span>`, html`<em>${isUsed ? "✓" : `−${COSTS[name]}`}</em>`];
    return button(text, () => acts.probe(name), "tw-case-tile", {"aria-pressed": `${game.shown === name}`});
  });
}

function told(/** @type {State} */ state) {
  const {one, game, say} = state;
  const {words} = say;
  if (game.phase === "fix") return [html`<p><b>${words.whichChange}</b></p>`, changesOf(state)];
  if (game.phase === "done") {
    const tried = game.tried.length > 0 ? one.changes[game.tried.at(-1)] : null;
    return [
      html`<p><b>${one.places.length === 0 ? words.saidHealthy : words.solved}</b></p>`,
      html`<p>${one.because}</p>`,
      tried && html`<p>${tried.reply}</p>`,
      html`<p>${words.result(game.points, game.probes.length, game.wrong.length)}</p>`
    ].filter(Boolean);
  }
  const reply = game.reply && html`<p class="tw-case-reply">${replyOf(game, one, say)}</p>`;
  if (!game.shown) return reply ? [reply] : [html`<p><b>${words.whichLine}</b></p>`, html`<p>${words.howTo}</p>`];
  const {title, drawn, text} = evidence(one, game.shown, say);
  return [html`<p><b>${title}</b></p>`, reply, html`<div class="tw-case-drawn">${drawn}</div>`, html`<p>${text}</p>`].filter(Boolean);
}

/** @param {Game} game @param {Case} one @param {Say} say */
function replyOf({reply, wrong}, {changes, error, probes}, {words, short}) {
  if (reply === "free") return words.nothingHere;
  if (reply === "healthy") return words.lineIsHealthy(wrong.at(-1));
  if (error) return words.notHealthyError;
  const sound = changes.find(({right}) => right)?.fresh ?? 0;
  return words.notHealthy(short(probes.fresh[2] ?? Infinity), short(Number(sound.toPrecision(3))));
}

function changesOf(/** @type {State} */ {one, game, say: {words, short}, acts}) {
  return html`<div class="tw-case-changes">${one.changes.map((each, i) => {
    const isTried = game.tried.includes(i);
    const end = isTried ? html`<em>✗ ${each.fresh === null ? words.anError : short(each.fresh)}</em>` : "";
    const text = html`<span>${each.text.map((line) => html`<code>${line}</code>`)}</span>`;
    return button([text, end], () => acts.change(i), `tw-case-change${isTried ? " is-wrong" : ""}`, {disabled: isTried});
  })}</div>`;
}

function barOf(/** @type {State} */ state) {
  const {at, line, game, say: {words}, acts, cases, isWide} = state;
  if (game.phase === "fix") return [html`<span>${words.changeCosts(COSTS.change)}</span>`];
  if (game.phase === "done") {
    const next = at + 1 < cases.length ? words.nextCase : words.firstCase;
    return [button(words.playAgain, acts.again), button(next, () => acts.go(at + 1), "tw-plain-button is-strong")];
  }
  if (line && !isWide) return [html`<b>${words.lineOf(line)}</b>`, ...actsOf(state)];
  const nothing = game.wrong.includes(0) ? "" : button(words.nothingWrong, () => acts.blame(0));
  return [html`<span>${words.pressLine}</span>`, nothing].filter(Boolean);
}
