import {html} from "htl";
import {lock} from "../../controls/lock.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {onWidth} from "../../drawing/on-width.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {shapeText} from "../../words/numbers.js";
import {plain} from "../../words/say.js";
import {codeList} from "./code.js";
import {kindsOf, linesOf} from "./data.js";
import {endsPanel} from "./ends.js";
import {shortName, tapeDrawing} from "./tape.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Lines, LinesData, Tape} from "./data.js" */

/** Width of a panel, and height of its lines. */
const WIDE = 330;
const LINE = 16.5;
const TALL_LINE = 46;
/** Height in which boxes have names. */
const NAMED = 415;

/**
 * The lines of a program and the nodes that each leaves on the tape. Switches change the program; Python
 * ran it for each choice of them.
 *
 * @param {LinesData} data
 * @param {Options} [options]
 * @returns {View<Settings>} a change dispatches `input`
 *
 * @typedef {{on: Set<string>, tape: Tape, before: Tape, changed: string|null, line: number|null, node: number|null,
 *   hover: {line: number, node: number|null}|null, tried: Set<number>, isOpen: boolean, isAtEnds: boolean,
 *   ends: {at: number, step: number}}} Now
 */
export function lineNodes(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(linesOf(data), options, words), own);
}

/** @param {Lines} subject @param {Options} options @param {Words} words */
function build(subject, {id, title, after}, words) {
  const {switches} = subject;
  const question = after?.prediction;
  const now = stateOf(subject, question);
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const choose = (/** @type {Partial<Now>} */ picked) => {
    Object.assign(now, {line: null, node: null, changed: null, hover: null, isAtEnds: false}, picked);
    render();
    report();
  };
  const press = (/** @type {number} */ line) => {
    if (now.isOpen) return choose({line: now.line === line && now.node === null ? null : line});
    now.tried.add(line);
    answer(question, line, now.tape, subject.nodes);
    render();
  };
  const point = (/** @type {Now["hover"]} */ hover) => {
    if (!now.isOpen || JSON.stringify(hover) === JSON.stringify(now.hover)) return;
    now.hover = hover;
    render(true);
  };
  const pick = (/** @type {number} */ node) => now.isOpen && choose({node, line: now.tape.places[node].line});
  const turn = (/** @type {Set<string>} */ on, /** @type {string} */ changed) => {
    const next = subject.tapeOf(on);
    tape.fill(next, false);
    choose({on, before: now.tape, tape: next, changed});
  };
  const code = codeList(subject, words, {press, point: (line) => point(line === null ? null : {line, node: null})});
  const tape = tapeDrawing(words, {
    press: pick,
    point: (node) => point(node === null ? null : {node, line: now.tape.places[node].line}),
    go: (by) => pick(Math.max(0, Math.min(now.tape.places.length - 1, (now.node ?? -1) + by)))
  });
  const look = (/** @type {Partial<Now["ends"]>} */ set) => choose({ends: {...now.ends, ...set}, isAtEnds: true});
  const ends = subject.ends && endsPanel(subject.ends, words, look);
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(33)}]]);
  const knobs = switchButtons(switches, words, (name) => {
    const on = new Set(now.on);
    if (!on.delete(name)) on.add(name);
    turn(on, name);
  });
  const waits = question ? lock(question, words, () => {
    now.isOpen = true;
    tape.fill(now.tape, true);
    // The right line shows its nodes; a reply beside it says why.
    choose({line: mostOf(now.tape)});
  }) : null;
  const read = () => ({
    ...(now.isAtEnds ? {at: now.ends.at + 1, step: now.ends.step} : {}),
    line: now.line === null ? "" : now.tape.numbers[now.line], node: now.node ?? "", on: [...now.on].join(",")
  });
  const copy = copyLink(id, read, words, {line: "", node: "", on: ""});
  const element = html`<div class="tw-lines-nodes tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.linesTitle}>
    ${code}${tape}${ends}<div class="tw-panel">${told}${waits}
    <div class="tw-line" role="group" aria-label=${words.controls}>${knobs}${copy}</div></div>
  </div>`;
  const refresh = twin(element, () => table(subject, now, words), words, {picture: [code, tape, ends].filter(Boolean)});
  const render = (isQuiet = false) => {
    show(subject, now, {code, tape, ends, told, knobs, waits}, words, isQuiet);
    refresh();
  };
  const apply = (/** @type {Settings} */ {line, node, on, at, step}) => {
    if (ends && at) look({at: Number(at) - 1, step: Number(step ?? now.ends.step)});
    // Without an answer the tape has nothing to show: a line is pressed in the code.
    if (!now.isOpen) return at ? undefined : element.form?.turnTo("code");
    const wanted = new Set(String(on ?? read().on).split(",").filter((name) => switches.some((one) => one.name === name)));
    const changed = switches.find(({name}) => wanted.has(name) !== now.on.has(name))?.name;
    if (changed) turn(wanted, changed);
    else if (on !== undefined) choose({});
    if (node) pick(Math.min(Number(node), now.tape.places.length - 1));
    else if (line) choose({line: now.tape.numbers.indexOf(Number(line))});
  };
  followLink(element, id, {read, apply});
  Object.defineProperty(element, "value", {get: read, set: apply});
  tape.fill(now.tape, false);
  render(true);
  apply(asked(id) ?? {});
  // Outside of a picture the tape has a height of its own.
  onWidth(element, (width) => element.closest(".picture") || tape.fit(width, 420));
  element.panels = panelsOf(element, now, {code, tape, ends}, words);
  return element;
}

/** What is chosen: the switches, their tape and the one before, a line, a node, and what the pointer is at. */
function stateOf(/** @type {Lines} */ subject, /** @type {Prediction|undefined} */ question) {
  const tape = subject.tapeOf(new Set());
  return /** @type {Now} */ ({
    on: new Set(), tape, before: tape, changed: null, line: null, node: null, hover: null,
    tried: new Set(), isOpen: !question || Boolean(question.value?.answered), isAtEnds: false,
    ends: {at: (subject.ends?.letters.length ?? 1) - 1, step: subject.ends?.steps.at(-1)}
  });
}

/**
 * @typedef {{code: ReturnType<typeof codeList>, tape: ReturnType<typeof tapeDrawing>,
 *   ends: ReturnType<typeof endsPanel>|null}} Panels
 * @typedef {Panels & {told: ReturnType<typeof sentenceBox>, knobs: ReturnType<typeof switchButtons>,
 *   waits: ReturnType<typeof lock>|null}} Parts
 */

/** @param {Lines} subject @param {Now} now @param {Parts} parts @param {Words} words @param {boolean} isQuiet */
function show(subject, now, {code, tape, ends, told, knobs, waits}, words, isQuiet) {
  const {line, node} = now.hover ?? now;
  ends?.show(now.ends);
  const isAtEnds = now.isAtEnds && !now.hover;
  const sentence = isAtEnds ? [{text: ends.tell()}] : sentenceOf({...now, line, node}, subject, words);
  const isKnown = (/** @type {number} */ of) => now.isOpen || now.tried.has(of);
  code.show(now.tape, now.changed ? now.before : now.tape, isKnown, line);
  tape.show({line, node, isKnown, sentence: plain(sentence)});
  told.say(sentence, isQuiet);
  knobs.show(now.on, now.isOpen);
  waits?.show(!now.isOpen);
}

/** @param {HTMLElement} element @param {Now} now @param {Panels} panels @param {Words} words */
function panelsOf(element, now, {code, tape, ends}, words) {
  const fit = (/** @type {number} */ _, /** @type {number} */ height) => {
    const shown = now.tape.lines.filter(Boolean).length;
    code.style.setProperty("--line", `${Math.min(TALL_LINE, height / (shown + 1))}px`);
  };
  const rows = now.tape.lines.length + 1;
  const panels = [
    {name: "code", text: words.codePanel, element: code, least: (rows - 2) * LINE, most: rows * TALL_LINE, wide: WIDE, fit},
    {name: "tape", text: words.tapePanel, element: tape, wide: WIDE, fit: tape.fit,
      // Beside the code, names in the boxes are worth more than a third panel.
      get least() {
        return element.clientWidth > 2 * WIDE ? NAMED : 200;
      }}
  ];
  const more = {name: "letters", text: words.lettersPanel, element: ends, least: 150, most: 190, fit: ends?.fit};
  return ends ? [...panels, more] : panels;
}

/** The line that leaves most nodes each time that it runs. */
const mostOf = (/** @type {Tape} */ {lines}) => {
  const counts = lines.map((nodes) => nodes?.length ?? 0);
  return counts.indexOf(Math.max(...counts));
};

/** Answer with a line: by its own choice, by that of a line with the same operations, or by “another”.
 * @param {Prediction} question @param {number} line @param {Tape} tape @param {Lines["nodes"]} nodes */
function answer(question, line, {lines, numbers}, nodes) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...question.querySelectorAll("input[type=radio]")]);
  const of = (/** @type {number|null} */ number) => inputs.find(({dataset}) => dataset.stands === String(number));
  const operations = (/** @type {number} */ at) => String(lines[at]?.map((one) => nodes[one].op));
  const alike = numbers.findIndex((number, i) => of(number) && operations(i) === operations(line));
  const input = of(numbers[line]) ?? of(numbers[alike]) ?? of(0);
  if (!input) return;
  input.checked = true;
  input.form.requestSubmit();
}

/** A button for each switch; on a phone one button opens the list of them.
 * @param {Lines["switches"]} switches @param {Words} words @param {(name: string) => void} onPress */
function switchButtons(switches, words, onPress) {
  const buttons = switches.map(({name, label}) => html`<button type="button" class="tw-plain-button tw-toggle"
    aria-pressed="false" onclick=${() => {
      open(false);
      onPress(name);
    }}>${label}</button>`);
  const opener = html`<button type="button" class="tw-plain-button tw-switch-opener"
    aria-expanded="false">${words.switchesButton}</button>`;
  const element = html`<div class="tw-line-switches">${opener}
    <div role="group" aria-label=${words.switches}>${buttons}</div>
  </div>`;
  const open = (/** @type {boolean} */ isOpen) => {
    const wasOpen = opener.getAttribute("aria-expanded") === "true";
    if (!isOpen && wasOpen && element.contains(document.activeElement)) opener.focus();
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  opener.addEventListener("click", () => open(opener.getAttribute("aria-expanded") !== "true"));
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && open(false));
  return Object.assign(element, {
    show(/** @type {Set<string>} */ on, /** @type {boolean} */ isOpen) {
      opener.disabled = !isOpen;
      buttons.forEach((button, i) => {
        button.setAttribute("aria-pressed", String(on.has(switches[i].name)));
        button.disabled = !isOpen;
      });
    }
  });
}

/** @param {Now} now @param {Lines} subject @param {Words} words @returns {import("../../words/say.js").Part[]} */
function sentenceOf(now, {switches, nodes}, words) {
  const {tape, before, changed, line, node, isOpen} = now;
  const count = String(tape.places.length);
  if (!isOpen) return [{text: words.unknown(count)}];
  if (node !== null) {
    const {node: {op, shape, kind, saved}, line: of} = tape.places[node];
    const list = saved.map(({name, shape: own}) => [name, shapeText(own) || "()"].filter(Boolean).join(" "))
      .join(words.listSeparator);
    return [
      {text: op, kind: "name"},
      {text: words.node(shapeText(shape) || "()", words.nodeOf(String(node + 1), count), String(tape.numbers[of]))},
      {text: words.does[kind]}, {text: list ? words.saves(list) : words.savesNothing}
    ];
  }
  if (tape.lines[line]) {
    const own = tape.lines[line].map((one) => nodes[one]);
    const isRepeated = tape.places.filter(({line: of}) => of === line).length > own.length;
    return [{text: words.lineLeaves(String(tape.numbers[line]), String(own.length), isRepeated,
      own.map(shortName).join(" "), words.kindsOf(...kindsOf(own)))}];
  }
  const own = tape.places.map((place) => place.node);
  if (changed) {
    const {says} = switches.find(({name}) => name === changed);
    const isSame = before.places.length === tape.places.length;
    const why = isSame ? says.same : now.on.has(changed) ? says.on : says.off;
    return [{text: words.changed(String(before.places.length), count), kind: "name"}, {text: why}];
  }
  return [{text: words.whole(count, words.kindsOf(...kindsOf(own)))}];
}

/** @param {Lines} subject @param {Now} now @param {Words} words */
function table({lines, nodes}, {tape, isOpen, tried}, words) {
  const heads = words.columns;
  const rows = lines.flatMap(({text}, i) => {
    const own = tape.lines[i]?.map((one) => nodes[one].op);
    if (!own) return [];
    const known = isOpen || tried.has(i) ? [own.length, own.join(" ")] : ["?", "?"];
    return [[tape.numbers[i], html`<code>${text}</code>`, ...known]];
  });
  return rowsTable(words.linesTable, [heads.line, heads.code, heads.nodes, heads.ops], rows);
}
