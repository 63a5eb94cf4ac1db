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

/** Windows in which the whole program fits beside the rest; in others one part of it is shown at a time. */
const WIDE = "(min-width: 900px) and (min-height: 740px)";
const PARTS = /** @type {const} */ (["modules", "forward", "data", "training"]);

/**
 * Programs that train badly, or well: the reader takes measurements, blames a line and chooses a change.
 * Python ran the programs and measured everything.
 *
 * @param {{cases: import("./game.js").Case[]}} data
 * @param {Options} [options]
 * @returns {HTMLElement & {value: {case: number}}} a change dispatches `input`
 */
export function detective(data, options = {}) {
  return figure(manifest, options, {}, (words) => {
    if (!Array.isArray(data?.cases) || data.cases.length === 0) throw new TraceError("notCases", typeof data);
    return build(data.cases, options, words);
  }, own);
}

function build(cases, /** @type {Options} */ {id, title}, words) {
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
  const acts = actsOn({cases, games, now, nav, list, found}, () => render(), () => report());
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
  list.addEventListener("keydown", (event) => walk(event, list));
  wide?.addEventListener?.("change", render);
  const apply = (parameters) => {
    const at = Number(parameters?.case) - 1;
    if (cases[at]) Object.assign(now, {at, line: 0});
    if (BENCH.includes(parameters?.probe) || cases[now.at].probes.lines[parameters?.probe]) {
      // A probe that a phrase of the text shows costs nothing.
      games[now.at] = {...probe(cases[now.at], game(), parameters.probe), points: game().points};
      now.part = partsOf(cases[now.at].code)[Number(parameters.probe) - 1] ?? now.part;
    }
    render();
  };
  apply(asked(id) ?? {});
  return connect(element, id, {read: () => ({case: now.at + 1}), apply});
}

/** What a reader may do: each act changes the game, draws it, and puts the focus where the reader goes on. */
function actsOn({cases, games, now, nav, list, found}, render, report) {
  const game = () => games[now.at];
  const focusLine = (line) => list.querySelector(`[data-line="${line}"]`)?.focus({preventScroll: true});
  const focusName = () => nav.querySelector(".tw-case-name").focus({preventScroll: true});
  const focusFound = () => found.focus({preventScroll: true});
  const play = (next, focus) => {
    const before = game();
    games[now.at] = next;
    if (next.phase === "done" && before.phase !== "done") keep(cases[now.at], next);
    // After the search no line is picked: nothing can be done at one.
    if (next.phase !== "look") now.line = 0;
    render();
    focus();
    report();
  };
  const focusTile = (what) =>
    list.parentElement.querySelectorAll(".tw-case-tile")[BENCH.indexOf(what)]?.focus({preventScroll: true});
  return {
    probe(what) {
      const focus = () => (BENCH.includes(what) ? focusTile(what) : focusLine(what));
      play(probe(cases[now.at], game(), what), focus);
    },
    blame(line) {
      play(blame(cases[now.at], game(), line), () => (game().phase === "look" ? focusLine(line || now.line) : focusFound()));
    },
    change: (i) => play(change(cases[now.at], game(), i), focusFound),
    pick(line) {
      now.line = now.line === line ? 0 : line;
      if (now.line && game().probes.includes(`${line}`)) games[now.at] = {...game(), shown: `${line}`, reply: null};
      render();
      focusLine(line);
    },
    turn(part) {
      Object.assign(now, {part, line: 0});
      render();
      list.parentElement.querySelector(".tw-case-part[aria-pressed='true']").focus({preventScroll: true});
    },
    go(at) {
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
function keep({seed}, {wrong, tried}) {
  record(`detective-${seed}`, wrong.length === 0 && tried.length < 2 ? "right" : "wrong");
}

/** Move the focus through the lines by arrow keys. */
function walk(event, list) {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!step || !event.target.matches("[data-line]")) return;
  event.preventDefault();
  event.stopPropagation();
  const all = [...list.querySelectorAll("[data-line]")];
  const next = all[all.indexOf(event.target) + step];
  if (!next) return;
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus({preventScroll: true});
}

function button(text, act, className = "tw-plain-button") {
  const element = html`<button type="button" class=${className}>${text}</button>`;
  element.addEventListener("click", act);
  return element;
}

function head({at, cases, games, game, say: {words}, acts}) {
  const kept = answers();
  const isSolved = (i) => games[i].phase === "done" || kept[`detective-${cases[i].seed}`]?.correct;
  const pick = html`<select class="tw-select tw-case-name" aria-label=${words.choose}>${cases.map((_, i) => html`<option
    value=${i} selected=${i === at}>${words.caseOf(i + 1, cases.length)}${isSolved(i) ? " ✓" : ""}</option>`)}</select>`;
  quietly(pick, () => acts.go(Number(pick.value)));
  const next = button("→", () => acts.go(at + 1), "tw-button");
  next.setAttribute("aria-label", words.nextCase);
  const dots = Array.from({length: 10}, (_, i) => html`<i class=${i < game.points ? "is-full" : ""}></i>`);
  return [pick, next, html`<span class="tw-case-points" role="img" aria-label=${words.points(game.points)}>${dots}</span>`];
}

function drawCurves({one, game, say: {words, short}}) {
  if (one.curve.every((loss) => loss === null) && game.tried.length === 0) {
    return html`<p class="tw-case-stops">${words.stops(0, one.error)}</p>`;
  }
  const tried = game.tried.map((i) => ({
    values: one.changes[i].curve, label: words.withChange, dashed: !one.changes[i].right,
    colour: one.changes[i].right ? "leaf" : "error"
  }));
  const before = {values: one.curve, label: words.asItWas, colour: "forward"};
  const newest = tried.length > 0 ? words.withChange : undefined;
  return learningCurves([before, ...tried], {label: words.curve, x: words.steps(2 * one.curve.length), short}, newest);
}

function parts({one, part, game, say: {words}, acts}) {
  const of = partsOf(one.code);
  return PARTS.map((name) => {
    const isProbed = game.probes.some((what) => of[Number(what) - 1] === name);
    const tab = button(`${words.partNames[name]}${isProbed ? " ●" : ""}`, () => acts.turn(name), "tw-case-part");
    tab.setAttribute("aria-pressed", `${name === part}`);
    return tab;
  });
}

/** The lines that are shown, each as a button; the imports are one line. */
function lines(state) {
  const {one, game, line, part, isWide} = state;
  const of = partsOf(one.code);
  const isLooking = game.phase === "look";
  const around = one.places.find((place) => one.code[place - 1]) ?? 0;
  const isSeen = (text, at) => {
    if (text === "" || of[at] === "imports") return false;
    if (isWide) return true;
    return isLooking ? of[at] === part : Math.abs(at + 1 - around) < 3 && of[at] === of[around - 1];
  };
  const seen = one.code.map((text, at) => ({text, at: at + 1})).filter(({text, at}) => isSeen(text, at - 1));
  const least = isWide ? 0 : Math.min(...seen.map(({text}) => text.search(/\S/)));
  const first = seen.some(({at}) => at === line) ? line : seen[0]?.at;
  const imports = isWide ? [html`<li class="tw-case-line is-folded"><span class="tw-case-at">1</span><code>import torch …</code></li>`] : [];
  return [...imports, ...seen.map(({text, at}, i) => {
    const isGap = isWide && one.code[at - 2] === "";
    const shown = isWide ? text : text.slice(least).replace(/^ +/, (spaces) => spaces.slice(spaces.length / 2));
    return lineOf({...state, text: shown, at, isFirst: at === first, isGap, i});
  })];
}

function lineOf({one, game, line, text, at, isFirst, isGap, isWide, say, acts}) {
  const isWrong = game.wrong.includes(at);
  const isBlamed = game.phase !== "look" && one.places.includes(at);
  const classes = ["tw-case-line", isGap && "is-after-gap", line === at && "is-picked", isWrong && "is-healthy", isBlamed && "is-blamed"];
  const body = html`<button type="button" data-line=${at} tabindex=${isFirst ? 0 : -1} aria-expanded=${`${line === at}`}>
    ${programLine(at, text)}${isWrong ? html`<span class="tw-case-ok" aria-label=${say.words.isHealthy}>✓</span>` : ""}</button>`;
  if (game.phase === "look") body.addEventListener("click", () => acts.pick(at));
  else body.removeAttribute("aria-expanded");
  const small = game.probes.includes(`${at}`) ? mark(one, `${at}`, say) : "";
  const own = isWide && line === at ? html`<span class="tw-case-acts">${actsOf({game, line, say, acts})}</span>` : "";
  return html`<li class=${classes.filter(Boolean).join(" ")}>${body}${small}${own}</li>`;
}

function actsOf({game, line, say: {words}, acts}) {
  const all = [];
  if (!game.probes.includes(`${line}`)) all.push(button(`${words.probe} −${COSTS.line}`, () => acts.probe(`${line}`), "tw-case-act"));
  if (!game.wrong.includes(line)) all.push(button(words.thisOne, () => acts.blame(line), "tw-case-act is-strong"));
  return all;
}

function benchOf({game, say: {words}, acts}) {
  if (game.phase !== "look") return [];
  return BENCH.map((name) => {
    const isUsed = game.probes.includes(name);
    const tile = button([html`<span>${words.bench[name]}</span>`, html`<em>${isUsed ? "✓" : `−${COSTS[name]}`}</em>`], () => acts.probe(name), "tw-case-tile");
    tile.setAttribute("aria-pressed", `${game.shown === name}`);
    return tile;
  });
}

function told(state) {
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

function replyOf({reply, wrong}, {changes, error, probes}, {words, short}) {
  if (reply === "free") return words.nothingHere;
  if (reply === "healthy") return words.lineIsHealthy(wrong.at(-1));
  if (error) return words.notHealthyError;
  const sound = changes.find(({right}) => right)?.fresh ?? 0;
  return words.notHealthy(short(probes.fresh[2] ?? Infinity), short(Number(sound.toPrecision(3))));
}

function changesOf({one, game, say: {words, short}, acts}) {
  return html`<div class="tw-case-changes">${one.changes.map((each, i) => {
    const isTried = game.tried.includes(i);
    const end = isTried ? html`<em>✗ ${each.fresh === null ? words.anError : short(each.fresh)}</em>` : "";
    const text = html`<span>${each.text.map((line) => html`<code>${line}</code>`)}</span>`;
    const className = `tw-case-change${isTried ? " is-wrong" : ""}`;
    const choice = button([text, end], () => acts.change(i), className);
    choice.disabled = isTried;
    return choice;
  })}</div>`;
}

function barOf({at, line, game, say, acts, cases, isWide}) {
  const {words} = say;
  if (game.phase === "fix") return [html`<span>${words.changeCosts(COSTS.change)}</span>`];
  if (game.phase === "done") {
    const next = at + 1 < cases.length ? words.nextCase : words.firstCase;
    return [button(words.playAgain, acts.again), button(next, () => acts.go(at + 1), "tw-plain-button is-strong")];
  }
  if (line && !isWide) return [html`<b>${words.lineOf(line)}</b>`, ...actsOf({game, line, say, acts})];
  const nothing = game.wrong.includes(0) ? "" : button(words.nothingWrong, () => acts.blame(0));
  return [html`<span>${words.pressLine}</span>`, nothing].filter(Boolean);
}
