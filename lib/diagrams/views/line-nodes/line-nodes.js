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
import {kindsOf, linesOf, numbersOf} from "./data.js";
import {endsPanel} from "./ends.js";
import {shortName, tapeDrawing} from "./tape.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

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
 * @param {import("./data.js").LinesData} data
 * @param {Options} [options]
 * @returns {View<Settings>} a change dispatches `input`
 *
 * @typedef {{on: Set<string>, tape: Tape, before: Tape, changed: string|null, line: number|null, node: number|null,
 *   hover: {line?: number, node?: number}|null, tried: Set<number>, isOpen: boolean, isAtEnds: boolean,
 *   ends: {at: number, step: number}}} Now
 * @typedef {import("./data.js").Tape} Tape
 */
export function lineNodes(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(linesOf(data), options, words), own);
}

function build(subject, /** @type {Options} */ {id, title, after}, words) {
  const {lines, switches} = subject;
  const question = after?.prediction;
  const now = stateOf(subject, question);
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const choose = (/** @type {Partial<Now>} */ picked) => {
    Object.assign(now, {line: null, node: null, changed: null, hover: null, isAtEnds: false}, picked);
    render();
    report();
  };
  const press = (line) => {
    if (now.isOpen) return choose({line: now.line === line && now.node === null ? null : line});
    now.tried.add(line);
    answer(question, line, now.tape, subject.nodes);
    render();
  };
  const point = (hover) => {
    if (!now.isOpen || JSON.stringify(hover) === JSON.stringify(now.hover)) return;
    now.hover = hover;
    render(true);
  };
  const pick = (node) => now.isOpen && choose({node, line: now.tape.places[node].line});
  const turn = (on, changed) => {
    const next = subject.tapeOf(on);
    tape.fill(next, false);
    choose({on, before: now.tape, tape: next, changed});
  };
  const code = codeList(subject, words, {press, point: (line) => point(line === null ? null : {line})});
  const tape = tapeDrawing(words, {
    press: pick,
    point: (node) => point(node === null ? null : {node, line: now.tape.places[node].line}),
    go: (by) => pick(Math.max(0, Math.min(now.tape.places.length - 1, (now.node ?? -1) + by)))
  });
  const look = (set) => choose({ends: {...now.ends, ...set}, isAtEnds: true});
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
    line: now.line === null ? "" : numbersOf(now.tape)[now.line], node: now.node ?? "", on: [...now.on].join(",")
  });
  const copy = copyLink(id, read, words, {line: "", node: "", on: ""});
  const element = html`<div class="tw-lines-nodes tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.linesTitle}>
    ${code}${tape}${ends}<div class="tw-panel">${told}${waits}
    <div class="tw-line" role="group" aria-label=${words.controls}>${knobs}${copy}</div></div>
  </div>`;
  const refresh = twin(element, () => table(lines, now, words), words, {picture: [code, tape, ends].filter(Boolean)});
  const render = (isQuiet = false) => {
    show(subject, now, {code, tape, ends, told, knobs, waits}, words, isQuiet);
    refresh();
  };
  const apply = (/** @type {Settings} */ {line, node, on, at, step}) => {
    if (ends && at) look({at: Number(at) - 1, step: Number(step ?? now.ends.step)});
    if (!now.isOpen) return;
    const wanted = new Set(String(on ?? read().on).split(",").filter((name) => switches.some((one) => one.name === name)));
    const changed = switches.find(({name}) => wanted.has(name) !== now.on.has(name))?.name;
    if (changed) turn(wanted, changed);
    else if (on !== undefined) choose({});
    if (node) pick(Math.min(Number(node), now.tape.places.length - 1));
    else if (line) choose({line: numbersOf(now.tape).indexOf(Number(line))});
  };
  followLink(element, id, {read, apply});
  Object.defineProperty(element, "value", {get: read, set: apply});
  tape.fill(now.tape, false);
  render(true);
  apply(asked(id) ?? {});
  // Outside of a picture the tape has a height of its own.
  onWidth(element, (width) => element.closest(".picture") || tape.fit(width, 420));
  element.panels = panelsOf(element, now, {lines, code, tape, ends}, words);
  return element;
}

/** What is chosen: the switches, their tape and the one before, a line, a node, and what the pointer is at. */
function stateOf(/** @type {import("./data.js").Lines} */ subject, /** @type {Prediction|undefined} */ question) {
  const tape = subject.tapeOf(new Set());
  return /** @type {Now} */ ({
    on: new Set(), tape, before: tape, changed: null, line: null, node: null, hover: null,
    tried: new Set(), isOpen: !question || Boolean(question.value?.answered), isAtEnds: false,
    ends: {at: (subject.ends?.letters.length ?? 1) - 1, step: subject.ends?.steps.at(-1)}
  });
}

function show(subject, now, {code, tape, ends, told, knobs, waits}, words, isQuiet) {
  const {line, node = null} = now.hover ?? now;
  const numbers = numbersOf(now.tape);
  ends?.show(now.ends);
  const sentence = now.isAtEnds && !now.hover
    ? [{text: ends.tell()}]
    : sentenceOf({...now, line, node}, subject, numbers, words);
  const isKnown = (of) => now.isOpen || now.tried.has(of);
  const countOf = (one, of) => one.lines[of]?.length ?? 0;
  code.show({
    numbers, isKnown, lit: line,
    nodesOf: (of) => (now.tape.lines[of] ?? []).map((one) => subject.nodes[one]),
    deltas: subject.lines.map((_, of) =>
      (now.changed && now.before.lines[of] ? countOf(now.tape, of) - countOf(now.before, of) : 0))
  });
  tape.show({line, node, isKnown, sentence: plain(sentence)});
  told.say(sentence, isQuiet);
  knobs.show(now.on, now.isOpen);
  waits?.show(!now.isOpen);
}

function panelsOf(element, now, {lines, code, tape, ends}, words) {
  const fit = (_, height) => {
    const shown = now.tape.lines.filter(Boolean).length;
    code.style.setProperty("--line", `${Math.min(TALL_LINE, height / (shown + 1))}px`);
  };
  const rows = lines.length + 1;
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
const mostOf = ({lines}) => {
  const counts = lines.map((nodes) => nodes?.length ?? 0);
  return counts.indexOf(Math.max(...counts));
};

/** Answer with a line: by its own choice, by that of a line with the same operations, or by “another”. */
function answer(question, line, tape, nodes) {
  const inputs = [...question.querySelectorAll("input[type=radio]")];
  const numbers = numbersOf(tape);
  const of = (/** @type {number|null} */ number) => inputs.find(({dataset}) => dataset.stands === String(number));
  const operations = (/** @type {number} */ at) =>
    String(tape.lines[at]?.map((/** @type {number} */ one) => nodes[one].op));
  const alike = numbers.findIndex((number, i) => of(number) && operations(i) === operations(line));
  const input = of(numbers[line]) ?? of(numbers[alike]) ?? of(0);
  if (!input) return;
  input.checked = true;
  question.requestSubmit();
}

/** A button for each switch; on a phone one button opens the list of them. */
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
  const open = (isOpen) => {
    const wasOpen = opener.getAttribute("aria-expanded") === "true";
    if (!isOpen && wasOpen && element.contains(document.activeElement)) opener.focus();
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  opener.addEventListener("click", () => open(opener.getAttribute("aria-expanded") !== "true"));
  element.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  return Object.assign(element, {
    show(on, isOpen) {
      opener.disabled = !isOpen;
      buttons.forEach((button, i) => {
        button.setAttribute("aria-pressed", String(on.has(switches[i].name)));
        button.disabled = !isOpen;
      });
    }
  });
}

/** @returns {import("../../words/say.js").Part[]} */
function sentenceOf(now, {switches, nodes}, numbers, words) {
  const {tape, before, changed, line, node, isOpen} = now;
  const count = String(tape.places.length);
  if (!isOpen) return [{text: words.unknown(count)}];
  if (node !== null && node !== undefined) {
    const {node: {op, shape, kind, saved}, line: of} = tape.places[node];
    const list = saved.map(({name, shape: own}) => [name, shapeText(own) || "()"].filter(Boolean).join(" "))
      .join(words.listSeparator);
    return [
      {text: op, kind: "name"},
      {text: words.node(shapeText(shape) || "()", words.nodeOf(String(node + 1), count), String(numbers[of]))},
      {text: words.does[kind]}, {text: list ? words.saves(list) : words.savesNothing}
    ];
  }
  if (line !== null && line !== undefined && tape.lines[line]) {
    const own = tape.lines[line].map((one) => nodes[one]);
    const isRepeated = tape.places.filter(({line: of}) => of === line).length > own.length;
    return [{text: words.lineLeaves(String(numbers[line]), String(own.length), isRepeated,
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

function table(lines, {tape, isOpen, tried}, words) {
  const numbers = numbersOf(tape);
  const {line: lineHead, code, nodes, ops} = words.columns;
  const own = (i) => tape.places.filter(({line}) => line === i).slice(0, tape.lines[i].length).map(({node}) => node.op);
  const rows = lines.flatMap(({text}, i) => {
    if (!numbers[i]) return [];
    const known = isOpen || tried.has(i) ? [tape.lines[i].length, own(i).join(" ")] : ["?", "?"];
    return [[numbers[i], html`<code>${text}</code>`, ...known]];
  });
  return rowsTable(words.linesTable, [lineHead, code, nodes, ops], rows);
}
