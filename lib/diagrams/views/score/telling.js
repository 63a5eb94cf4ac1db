import {bytesText, numberFormat, toNumber, shapeText} from "../../words/numbers.js";
import {say} from "../../words/say.js";
import {eventsAt} from "./writes.js";
/** @import {Part} from "../../words/say.js" */
/** @import {Clock, Described, Held, Row, Setting, Step} from "./types.js" */

const name = (/** @type {string} */ text) => ({text, kind: "name"});

/**
 * The sentence about one moment of a step.
 *
 * @param {Step} step
 * @param {Held} held
 * @param {number} moment
 * @param {Words} words of `strings(lang)` and of this view
 * @param {object} [room]
 * @param {Row[]} [room.written] memory that is written in place
 * @param {Clock} [room.clock] when each moment is on the axis, if not one by one
 * @returns {Part[]}
 */
export function tellMoment(step, held, moment, words, {written = [], clock} = {}) {
  const place = (/** @type {number} */ at) => 1 + (clock ? clock.start[at] : at);
  return [...tellRun(step, held, moment, words, place), ...tellWrites(step, moment, words, written)];
}

/** The bytes or the time of a node, where these are the widths of the axis.
 * @param {number} cost @param {string} kind @param {Words} words */
export function tellCost(cost, kind, words) {
  const value = kind === "bytes" ? bytesText(cost, words.lang) : timeText(cost, words.lang);
  return say` ${words.costs[kind]({text: value, kind: "value"})}`;
}

function timeText(/** @type {number} */ seconds, /** @type {string} */ lang) {
  const {factor, unit} = seconds < 1e-3 ? {factor: 1e6, unit: "µs"} : seconds < 1 ? {factor: 1e3, unit: "ms"}
    : {factor: 1, unit: "s"};
  return `${numberFormat(lang).short(Number((factor * seconds).toPrecision(3)))} ${unit}`;
}

/** @param {Step} step @param {number} moment @param {Words} words @param {Row[]} written @returns {Part[]} */
function tellWrites({told}, moment, words, written) {
  const nameOf = (/** @type {number} */ node) => {
    const {op, group} = told.nodes[node];
    return `${op}${words.inModule(group)}`;
  };
  return eventsAt(written, moment).flatMap(({event: {kind, version}, row}) => {
    const shape = shapeText(row.shape);
    const before = row.events.filter((one) => one.kind === "stored" && one.moment < moment);
    const holders = before.map((one) => nameOf(one.node)).join(words.listSeparator);
    if (kind === "written") return say` ${words.writes(shape, version, holders)}`;
    if (kind === "unnoticed") return say` ${words.writesUnnoticed(shape, version)}`;
    if (kind === "wrong") return say` ${words.readsWrong(shape)}`;
    if (kind === "fails") return [];
    return kind === "stored" ? say` ${words.storesVersion(shape, version)}` : say` ${words.findsVersion(shape, version)}`;
  });
}

/** The sentence about the node that finds another version of a tensor than it stored.
 * @param {Step} step @param {Words} words @param {Part[]} now */
function tellFailure({told}, words, now) {
  const {node: at, saved, found, left} = told.failed;
  const node = told.nodes[at];
  const {shape, version = 0} = node.saved[saved];
  const {short} = numberFormat(words.lang);
  return say`${words.cannotRun(name(node.op), words.inModule(node.group))}
    ${words.fails(shapeText(shape), version, found, short(left))} ${now}`;
}

/** @param {Step} step @param {Held} held @param {number} moment @param {Words} words
 * @param {(at: number) => number} place @returns {Part[]} */
function tellRun(step, held, moment, words, place) {
  const bytes = (/** @type {number} */ count) => ({text: bytesText(count, words.lang), kind: "value"});
  const {told, nodes, passes, read} = step;
  const id = nodes[moment];
  const node = told.nodes[id];
  const now = words.heldNow(bytes(held.total[moment]));
  const where = words.inModule(node.group);
  if (node.op === "leaf") {
    const gradient = told.gradients.find((entry) => entry.node === id);
    const size = gradient ? bytes(gradient.bytes) : null;
    const complete = words.leafReady(name(node.label ?? words.unnamedLeaf), size);
    return [...complete, ...say` ${arriving(step, moment, words)}${now}`];
  }
  if (step.told.failed && moment === nodes.length - 1) {
    return tellFailure(step, words, now);
  }
  if (passes[moment] === "backward") {
    const gone = told.storages.filter(({of, until}) => of === null && until === moment);
    const freed = gone.reduce((sum, one) => sum + one.bytes, 0);
    const to = node.operands.map((operand) => told.nodes[operand])
      .map(({op, label}) => label ?? (op === "leaf" ? words.unnamedLeaf : op));
    return say`${words.runsBack(name(node.op), where)} ${arriving(step, moment, words)}${words.reads(stored(step, node, words))}${
      to.length > 0 ? words.sendsTo(to.join(words.listSeparator)) : ""} ${
      freed > 0 ? words.goes(bytes(freed)) : ""}${now}`;
  }
  const own = stored(step, node, words);
  const runs = passes[moment] === "again" ? words.runsAgain : words.runs;
  const until = read[id] === -1 ? "" : words.untilMoment(numberFormat(words.lang).short(place(read[id])));
  return say`${runs(name(node.op), where, node.shape.length > 0 ? shapeText(node.shape) : words.oneNumber)} ${
    own.length > 0 ? words.stores(own, until) : words.storesNothing} ${now}`;
}

/** The incoming gradient, if its norm is known. */
function arriving(/** @type {Step} */ {told, ahead}, /** @type {number} */ moment, /** @type {Words} */ words) {
  const norm = toNumber(told.norms?.[moment - ahead]);
  if (norm === null) return "";
  return words.arrives({text: `‖∂‖ = ${numberFormat(words.lang).short(norm)}`, kind: "grad"});
}

/** The list of what a node stored: tensors with their bytes, parameters by reference. */
function stored(/** @type {Step} */ {told}, /** @type {ScoreNode} */ node, /** @type {Words} */ words) {
  return node.saved.map(({name: own, shape, bytes, storage}) => {
    const {of} = told.storages[storage];
    const what = [of ?? own, shapeText(shape)].filter(Boolean).join(" ");
    return of === null ? `${what} ${bytesText(bytes, words.lang)}` : `${what} ${words.byReference}`;
  }).join(words.listSeparator);
}

/**
 * How one run differs from another.
 *
 * @param {Described} before
 * @param {Described} now
 * @param {Setting[]} settings switches of the runs
 * @param {Words} words
 * @returns {string}
 */
export function tellDifference(before, now, settings, words) {
  const {short} = numberFormat(words.lang);
  const changed = settings.map((_, i) => i).filter((i) => before.at[i] !== now.at[i]);
  const again = now.step.told.again.length;
  return words.difference({
    name: nameOf(now, settings, changed, words),
    before: nameOf(before, settings, changed, words),
    peak: bytesText(peak(now), words.lang),
    other: bytesText(peak(before), words.lang),
    share: peak(before) > 0 ? short(Math.round((100 * peak(now)) / peak(before))) : null,
    nodes: short(now.step.told.nodes.length),
    otherNodes: short(before.step.told.nodes.length),
    again: again > 0 ? short(again) : null,
    fails: now.step.left > 0
  });
}

/**
 * A run by itself, without a comparison.
 *
 * @param {Described} run
 * @param {Setting[]} settings switches of the runs
 * @param {Words} words
 * @returns {string}
 */
export function tellStanding(run, settings, words) {
  const {short} = numberFormat(words.lang);
  return words.standing({
    name: nameOf(run, settings, settings.map((_, i) => i), words),
    peak: bytesText(peak(run), words.lang),
    nodes: short(run.step.told.nodes.length),
    fails: run.step.left > 0
  });
}

const peak = (/** @type {Described} */ {held}) => held.total[held.peak];

/** @param {Described} run @param {Setting[]} settings @param {number[]} which @param {Words} words @returns {string} */
const nameOf = (run, settings, which, words) => run.name ||
  which.map((i) => `${settings[i].label} ${settings[i].choices[run.at[i]].label}`).join(words.listSeparator);
