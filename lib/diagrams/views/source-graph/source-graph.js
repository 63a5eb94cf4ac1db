import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {CATEGORIES, censusOf, changesOf, presentOf, programOf} from "./data.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Data, Placed, Program} from "./data.js" */

/** A switch that is an argument has its name in the code. @type {Record<string, string>} */
const ARGUMENTS = {weights: "need_weights"};

/** A press that is nearer to a node than these pixels chooses it. */
const NEAR = 12;

/**
 * The lines of a program beside the nodes that each leaves. A line lights its nodes, a node its line,
 * a part of the census all nodes of its kind; switches strike out what they remove and mark what they
 * add.
 *
 * @param {Data} data as `blocks.py` of module 04 writes it
 * @param {Options & {switches?: string[]}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {on: string, line: number|null, kind: string|null}}} a change
 *   dispatches `input`
 *
 * @typedef {{on: string[], line: number|null, node: number|null, kind: string|null}} Now
 * @typedef {{now: Now, words: Words, byHand: (change: Partial<Now>) => void}} Context
 */
export function sourceGraph(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(programOf(data), now, words), words), own);
}

/** The settings of a link: the switches that are on, and the line, node or kind that is chosen, if it exists.
 * @param {Settings} settings @param {Program} program @param {string[]} before the switches that are on by now */
function settingsIn(settings, {switches, lines, at}, before) {
  const on = settings.on === undefined ? before
    : switches.filter((name) => String(settings.on).split(",").includes(name));
  const known = (/** @type {unknown} */ i, /** @type {unknown[]} */ list = []) =>
    (Object.keys(list).includes(String(i)) ? Number(i) : null);
  const line = known(settings.line, lines);
  const kind = CATEGORIES.find((one) => one === settings.kind) ?? null;
  return {on, line, node: known(settings.node, at(on)[line]), kind};
}

/** @param {Program} program @param {OptionsOf<typeof sourceGraph>} options @param {Words} words */
function build(program, options, words) {
  /** @type {Now} */
  const now = {on: ["batch_first"], line: null, node: null, kind: null};
  const byHand = (/** @type {Partial<Now>} */ change) => {
    Object.assign(now, {line: null, node: null, kind: null}, change);
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const list = html`<div class="tw-block-lines"></div>`;
  const census = html`<div class="tw-block-census" role="group" aria-label=${words.census}></div>`;
  const told = sentenceBox([[{text: "\u2007 ".repeat(60)}]]);
  const buttons = (options.switches ?? program.switches).map((name) => html`<button type="button" data-switch=${name}
    onclick=${() => byHand({on: now.on.includes(name) ? now.on.filter((one) => one !== name) : [...now.on, name]})}
  >${words.switches[name] ?? ARGUMENTS[name] ?? name}</button>`);
  const value = () => ({on: now.on.join(","), line: now.line, node: now.node, kind: now.kind});
  const copy = copyLink(options.id, value, words);
  const element = html`<div class="tw-block tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.sourceGraph}>${list}${census}${told}
    <div class="tw-line tw-block-switches" role="group" aria-label=${words.switchesOf}>${buttons}${copy}</div></div>`;
  const refresh = twin(element, () => tableOf(program, now, words), words, {picture: [list, census]});
  const render = () => {
    const lines = program.at(now.on);
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...lines.map((nodes, i) => row(program.lines[i], nodes, i, {now, words, byHand})));
    if (hadFocus && now.line !== null) list.querySelectorAll(".tw-block-code")[now.line]?.focus({preventScroll: true});
    const focused = /** @type {HTMLElement|null} */ (document.activeElement?.closest?.("[data-kind]"))?.dataset.kind;
    census.replaceChildren(...censusOf(lines).map((part) => segment(part, {now, words, byHand})));
    if (focused) census.querySelector(`[data-kind="${focused}"]`)?.focus({preventScroll: true});
    for (const button of buttons) button.setAttribute("aria-pressed", String(now.on.includes(button.dataset.switch)));
    told.say(sentenceOf(program, lines, now, words), false);
    refresh();
  };
  const apply = (/** @type {Settings} */ parameters) => {
    Object.assign(now, settingsIn(parameters ?? {}, program, now.on));
    render();
  };
  element.panels = [{name: "lines", text: words.linesPanel, element: list, least: 140, most: 470}];
  apply(asked(options.id) ?? {});
  return connect(element, options.id, {read: value, apply});
}

/** A line of the program and its nodes; the arrow keys go from node to node.
 * @param {string} line @param {Placed[]} nodes @param {number} i @param {Context} context */
function row(line, nodes, i, {now, words, byHand}) {
  const code = html`<button type="button" class="tw-block-code" aria-pressed=${String(now.line === i)}
    aria-label=${words.nodesOf(line, presentOf(nodes).length)}>${line}</button>`;
  code.addEventListener("click", () => byHand(now.line === i && now.node === null ? {} : {line: i}));
  code.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    if (!by) return;
    event.preventDefault();
    const from = now.line === i && now.node !== null ? now.node : by > 0 ? -1 : nodes.length;
    byHand({line: i, node: Math.max(0, Math.min(nodes.length - 1, from + by))});
  });
  const isFaded = (/** @type {Placed} */ node, /** @type {number} */ k) => (now.kind && node.category !== now.kind) ||
    (now.line !== null && (now.line !== i || (now.node !== null && now.node !== k)));
  const chips = html`<div class="tw-block-nodes">${nodes.map((node, k) => html`<span data-node=${k} class=${[
    "tw-block-node", `is-${node.category}`, `is-${node.change}`, isFaded(node, k) ? "is-faded" : ""
  ].join(" ")}>${textOf(node, words)}</span>`)}</div>`;
  chips.addEventListener("click", (/** @type {Click} */ event) => {
    const node = nodeAt(chips, event);
    if (node) byHand({line: i, node: Number(node.getAttribute("data-node"))});
  });
  return html`<div class=${`tw-block-row${now.line === i ? " is-here" : ""}`}>${code}${chips}</div>`;
}

/** The node that was pressed, or the one that is nearest to where a finger was. */
function nodeAt(/** @type {HTMLElement} */ chips, /** @type {Click} */ {target, clientX, clientY}) {
  const away = (/** @type {Element} */ node) => {
    const {left, right, top, bottom} = node.getBoundingClientRect();
    return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
  };
  const [nearest] = [...chips.children].sort((one, other) => away(one) - away(other));
  return target.closest("[data-node]") ?? (nearest && away(nearest) < NEAR ? nearest : null);
}

const textOf = (/** @type {Placed} */ {op, label}, /** @type {Words} */ words) =>
  label || (words.shortOf[op] ?? op.replace(/^Native/, ""));

/** A part of the census, as wide as its count.
 * @param {ReturnType<typeof censusOf>[number]} part @param {Context} context */
function segment({category, count}, {now, words, byHand}) {
  return html`<button type="button" data-kind=${category} class=${`tw-block-part is-${category}`} style=${`flex-grow: ${count}`}
    aria-pressed=${String(now.kind === category)} aria-label=${`${words.categories[category]}: ${count}`}
    title=${words.categories[category]}
    onclick=${() => byHand({kind: now.kind === category ? null : category})}><span>${words.categories[category]}</span> ${count}</button>`;
}

/** @param {Program} program @param {Placed[][]} lines @param {Now} now @param {Words} words */
function sentenceOf(program, lines, now, words) {
  const {all, gone, added} = changesOf(lines);
  if (now.line !== null && now.node !== null) return aboutNode(program, lines[now.line][now.node], words);
  if (now.line !== null) return words.lineIs(program.lines[now.line], presentOf(lines[now.line]).length);
  if (now.kind) {
    const count = presentOf(lines.flat()).filter(({category}) => category === now.kind).length;
    return [{text: words.categoryIs(words.categories[now.kind], count, all)}];
  }
  return [{text: gone + added === 0 ? words.untouched(all) : words.changed(all, gone, added)}];
}

/** The sentence about a node: what it computes or moves in a forward pass.
 * @param {Program} program @param {Placed|undefined} node @param {Words} words */
function aboutNode(program, node, words) {
  const {short} = numberFormat(words.lang);
  if (!node) return [{text: ""}];
  const after = node.change === "same" ? [] : [{text: node.change === "gone" ? words.gone : words.added}];
  if (node.op === "AccumulateGrad") return [...words.leaf(node.label), ...after];
  const what = words.categories[node.category];
  const cost = program.cost(node.op);
  if (!cost) return [...words.kind(node.op, what), ...after];
  const [calls, flops, bytes] = cost;
  if (bytes === 0) return [...words.free(node.op, what), ...after];
  const size = `${short(Number((bytes / 2 ** 20).toPrecision(2)))} MiB`;
  if (flops === 0) return [...words.moves(node.op, what, words.calls(calls), size), ...after];
  const million = short(Number((flops / 1e6).toPrecision(2)));
  const ratio = short(Number((flops / bytes).toPrecision(2)));
  return [...words.costs(node.op, what, words.calls(calls), words.flops(million), size, ratio), ...after];
}

/** @param {Program} program @param {Now} now @param {Words} words */
function tableOf(program, now, words) {
  const lines = program.at(now.on);
  return html`<table class="tw-table"><caption>${words.nodeTable}</caption>
    <tbody>${lines.map((nodes, i) => html`<tr><th scope="row">${program.lines[i]}</th>
      <td>${presentOf(nodes).map((node) => textOf(node, words)).join(", ")}</td></tr>`)}</tbody></table>`;
}
