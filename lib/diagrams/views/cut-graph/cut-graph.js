import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {lock} from "../../controls/lock.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {partsDrawing} from "../../drawing/parts.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {brief, TraceError} from "../../trace/trace-error.js";
import {bytesText} from "../../words/numbers.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** States of a gradient, as Python writes them. */
const STATES = ["is-right", "is-wrong", "is-none"];
const WRONG = 1;
const NONE = 2;
const allOf = (/** @type {CutRun} */ {counts}) => counts.reduce((sum, one) => sum + one);

/**
 * @typedef {{flow: string, own: string, counts: number[], held: (number|null)[], kept: number|null, ran: number,
 *   error: string|null}} CutRun
 * @typedef {import("../../layout/parts.js").PartGraph & {sizes: number[], places: [string, string][], kinds: string[],
 *   whole: CutRun, runs: Record<string, CutRun>}} CutData
 * @typedef {{place?: string, kind?: string, isOpen?: boolean}} Cut no place: nothing is cut
 */

/**
 * A folded graph whose edges are cut in several ways. PyTorch ran each cut: parameters without a path to
 * the loss fade, wrong gradients are marked, and the first error is quoted.
 *
 * @param {CutData} data as `tapewalk_course.folded_gpt.cut_runs` writes it
 * @param {Options & {after?: Cut}} [options]
 * @returns {HTMLElement & {value: {place: string, kind: string}}} a change dispatches `input`
 */
export function cutGraph(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(cutData(data), options, words), own);
}

function cutData(/** @type {CutData} */ data) {
  const {nodes, places, kinds, runs} = data ?? {};
  const isWhole = nodes?.length > 0 && places?.every((at) => kinds?.every((kind) => runs?.[`${at.join("-")} ${kind}`]));
  if (!isWhole) throw new TraceError("notCuts", brief(data));
  return data;
}

/** @param {CutData} data @param {OptionsOf<typeof cutGraph>} options @param {Words} words */
function build(data, {id, title, after}, words) {
  const isWaiting = after && !after.prediction.value?.answered && !kept(id)?.place;
  const now = {place: "", kind: data.kinds[0], isOpen: !isWaiting};
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(40)}]]);
  const byHand = (/** @type {Cut} */ settings) => {
    if (!now.isOpen) return;
    set(settings);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const graph = partsDrawing(data, {
    title: title ?? words.cutsTitle, label: (part) => words.parts[part][0],
    pick: (place) => byHand({place: place === now.place ? "" : place})
  });
  const entries = data.kinds.map((value) => ({value, text: words.kinds[value]}));
  const kinds = choices(words.kind, entries, (kind) => byHand({kind}));
  kinds.classList.add("tw-cut-kinds");
  const read = () => ({place: now.place, kind: now.kind});
  const copy = copyLink(id, read, words);
  const waits = after ? lock(after.prediction, words, () => {
    now.isOpen = true;
    byHand({place: after.place ?? "", kind: after.kind ?? now.kind});
  }) : null;
  const element = html`<div class="tw-cuts tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.cutsTitle}>
    ${graph}<div class="tw-panel">${told}${waits}<div class="tw-line">${kinds}${copy}</div></div></div>`;
  const refresh = twin(element, () => table(data, now.kind, words), words, {picture: [graph]});
  const set = (/** @type {Cut} */ {place, kind}) => {
    if (now.isOpen && data.kinds.includes(kind)) now.kind = kind;
    if (now.isOpen && place !== undefined) now.place = data.places.some((one) => one.join("-") === place) ? place : "";
    render();
  };
  const render = () => {
    const run = data.runs[`${now.place} ${now.kind}`] ?? data.whole;
    graph.show(looksOf(data, run, now, words));
    kinds.show(now.kind);
    for (const radio of kinds.querySelectorAll("input")) radio.disabled = !now.isOpen;
    told.say([{text: saying(data, run, now, words)}], false);
    waits?.show(!now.isOpen);
    refresh();
  };
  graph.fit(640, 320);
  set(asked(id) ?? {});
  element.panels = [{name: "graph", text: words.cutsTitle, element: graph, least: 232, most: 520, fit: graph.fit}];
  return connect(element, id, {read, apply: set});
}

/** @param {CutData} data @param {CutRun} run @param {Cut} cut @param {Words} words */
function looksOf(data, run, {place, kind, isOpen}, words) {
  const parts = Object.fromEntries(data.nodes.map((node, i) => [node.name, partLook(data, run, i, words)]));
  const [from, to] = place.split("-");
  const cut = kind === "frozen" ? null : {from, to, isAll: kind === "no_grad"};
  const lines = Object.fromEntries(data.edges.map((edge) => [edge.join("-"), lineLook(data, run, edge, cut)]));
  const marks = isOpen ? data.places.map((at) =>
    ({name: at.join("-"), at, look: "", says: words.cutAt(whereOf(at, words))})) : [];
  const all = allOf(run);
  const note = [words.counter(all - run.counts[NONE], all), ...words.counted];
  if (run.counts[WRONG] > 0) note.push(words.wrongOnes(run.counts[WRONG]));
  return {parts, lines, marks, note: isOpen ? note : [], chosen: place};
}

/** The size of a part's gradient without a cut, from 0 to 1. */
function levelOf(/** @type {CutData} */ data, /** @type {number} */ i) {
  const most = Math.max(...data.sizes.slice(0, -1));
  return Math.sqrt(Math.min(1, data.sizes[i] / most));
}

/** @param {CutData} data @param {CutRun} run @param {number} i @param {Words} words */
function partLook(data, run, i, words) {
  const {name, parameters} = data.nodes[i];
  const flow = Number(run.flow[i]);
  const state = parameters > 0 ? Number(run.own[i]) : flow;
  const look = [parameters > 0 && "is-leaf", state === NONE && "is-faded", state === WRONG && "is-wrong",
    i >= run.ran && "is-unrun"].filter(Boolean).join(" ");
  const counts = [0, 1, 2].map((one) => (state === one ? parameters : 0));
  const called = words.parts[name][1];
  return {look, level: flow === NONE ? 0 : levelOf(data, i) / 2,
    marks: Array.from({length: parameters}, () => STATES[state]),
    says: parameters > 0 ? words.partSays(called, ...counts) : words.noParameters(called)};
}

/** @param {CutData} data @param {CutRun} run @param {string[]} edge
 * @param {{from: string, to: string, isAll: boolean}|null} cut */
function lineLook(data, run, [source, target], cut) {
  const at = (/** @type {string} */ part) => data.nodes.findIndex(({name}) => name === part);
  const isHere = cut?.from === source && (cut.isAll || cut.to === "*" || cut.to === target);
  if (isHere) return {look: "is-cut", width: 0.1};
  const flows = [source, target].map((part) => Number(run.flow[at(part)]));
  if (flows.includes(NONE)) return {look: "is-none", width: 0.1};
  return {look: flows[1] === WRONG ? "is-wrong" : "is-sent", width: levelOf(data, at(source))};
}

function whereOf(/** @type {[string, string]} */ [from, to], /** @type {Words} */ words) {
  const source = words.parts[from][1];
  return to === "*" ? words.output(source) : words.edge(source, words.parts[to][1]);
}

/** One or two sentences on what the cut does.
 * @param {CutData} data @param {CutRun} run @param {Cut} cut @param {Words} words */
function saying(data, run, {place, kind}, words) {
  if (!place) return words.begin(allOf(run));
  const [from] = place.split("-");
  const {parameters} = data.nodes.find(({name}) => name === from);
  const called = words.parts[from][1];
  if (run.error) return `${run.error}. ${run.ran < data.nodes.length ? words.stops(words.parts[data.nodes[run.ran - 1].name][1]) : words.atBackward}`;
  const [until, atLoss] = run.held;
  const saved = data.whole.held[1] - atLoss;
  const bytes = saved > 0 ? (until === null ? words.saves : words.freed)(bytesText(saved, words.lang)) : "";
  if (kind === "frozen") return (parameters > 0 ? words.frozen(called, parameters) : words.nothingToFreeze(called)) + bytes;
  if (run.counts[WRONG] === 0) return words.silent(run.counts[NONE]) + bytes;
  const percent = new Intl.NumberFormat(words.lang, {style: "percent", maximumSignificantDigits: 2});
  return words.someWrong(run.counts[WRONG], run.counts[NONE]) + (run.kept === null ? "" : words.kept(percent.format(run.kept))) + bytes;
}

function table(/** @type {CutData} */ {places, runs}, /** @type {string} */ kind, /** @type {Words} */ words) {
  return rowsTable(`${words.cutTable}: ${words.kinds[kind]}`,
    [words.place, words.rightOnes, words.wrongShort, words.none, words.result],
    places.map((at) => {
      const {counts, error} = runs[`${at.join("-")} ${kind}`];
      return [whereOf(at, words), ...counts, error];
    }));
}
