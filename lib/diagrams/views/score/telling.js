import {bytesText, numberFormat} from "../../words/numbers.js";
import {say} from "../../words/say.js";
import {shapeText} from "../../words/amounts.js";

const name = (text) => ({text, kind: "name"});
const bytesOf = (lang) => (bytes) => ({text: bytesText(bytes, lang), kind: "value"});

/**
 * What one moment of a step is, in a sentence.
 *
 * @param {import("./data.js").Step} step
 * @param {ReturnType<typeof import("./held.js").held>} held
 * @param {number} moment
 * @param {Words} words of `strings(lang)` and of this view
 * @returns {import("../../words/say.js").Part[]}
 */
export function tellMoment(step, held, moment, words) {
  const bytes = bytesOf(words.lang);
  const {told, nodes, passes, read} = step;
  const id = nodes[moment];
  const node = told.nodes[id];
  const now = words.heldNow(bytes(held.total[moment]));
  const where = words.inModule(node.group);
  if (node.op === "leaf") {
    const gradient = told.gradients.find((entry) => entry.node === id);
    const size = gradient ? bytes(gradient.bytes) : null;
    return [...words.leafReady(name(node.label ?? words.unnamedLeaf), size), ...say` ${now}`];
  }
  if (passes[moment] === "backward") {
    const gone = told.storages.filter(({of, until}) => of === null && until === moment);
    const freed = gone.reduce((sum, one) => sum + one.bytes, 0);
    const to = node.operands.map((operand) => told.nodes[operand])
      .map(({op, label}) => label ?? (op === "leaf" ? words.unnamedLeaf : op));
    return say`${words.runsBack(name(node.op), where)} ${words.reads(stored(step, node, words))}${
      to.length > 0 ? words.sendsTo(to.join(words.listSeparator)) : ""} ${
      freed > 0 ? words.goes(bytes(freed)) : ""}${now}`;
  }
  const own = stored(step, node, words);
  const runs = passes[moment] === "again" ? words.runsAgain : words.runs;
  const until = read[id] === -1 ? "" : words.untilMoment(numberFormat(words.lang).short(read[id] + 1));
  return say`${runs(name(node.op), where, shapeText(node.shape))} ${
    own.length > 0 ? words.stores(own, until) : words.storesNothing} ${now}`;
}

/** What a node stored: tensors with their bytes, parameters by reference. */
function stored({told}, node, words) {
  return node.saved.map(({name: own, shape, bytes, storage}) => {
    const {of} = told.storages[storage];
    const what = [of ?? own, shapeText(shape)].filter(Boolean).join(" ");
    return of === null ? `${what} ${bytesText(bytes, words.lang)}` : `${what} ${words.byReference}`;
  }).join(words.listSeparator);
}

/**
 * What changes from one run to another.
 *
 * @param {{step: import("./data.js").Step, held: Fields, name: string}} before
 * @param {{step: import("./data.js").Step, held: Fields, name: string}} now
 * @param {Words} words
 * @returns {string}
 */
export function tellDifference(before, now, words) {
  const {short} = numberFormat(words.lang);
  const peak = ({held}) => held.total[held.peak];
  const count = ({step}) => step.told.nodes.length;
  const again = now.step.told.again.length;
  return words.difference({
    name: now.name,
    before: before.name,
    peak: bytesText(peak(now), words.lang),
    other: bytesText(peak(before), words.lang),
    share: peak(before) > 0 ? short(Math.round((100 * peak(now)) / peak(before))) : null,
    nodes: short(count(now)),
    otherNodes: short(count(before)),
    again: again > 0 ? short(again) : null
  });
}
