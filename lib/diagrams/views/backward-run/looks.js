/** @import {Map} from "./maps.js" */
/** @import {RunData} from "./run.js" */
/** @import {Now, Session} from "./session.js" */

/** The look of each part and of each line now, as `partsDrawing` takes them. */
export function looksOf(/** @type {Session} */ {data, now, text}) {
  const {run, at} = now;
  const sizes = data.nodes.slice(0, -1).map(({name}) => run.size(name, data.shares[name].paths));
  const level = (/** @type {number} */ size) => Math.sqrt(Math.min(1, size / Math.max(...sizes)));
  const parts = Object.fromEntries(data.nodes.map((node) => [node.name, partLook(node, now, level, text)]));
  const lines = Object.fromEntries(data.edges.map((edge) => [edge.join("-"), lineLook(edge, now, level)]));
  return {parts, lines, chosen: at};
}

/** @typedef {(size: number) => number} Level */

/** @param {RunData["nodes"][number]} node @param {Now} now @param {Level} level @param {Session["text"]} text */
function partLook({name: part, parameters}, {run, miss, isOpen}, level, {words, name, short}) {
  const needs = run.users(part);
  const has = needs.length - run.missing(part).length;
  const size = run.size(part, run.arrived(part));
  const isReady = run.isReady(part) && isOpen;
  const look = [parameters > 0 && "is-leaf", isReady && "is-ready", run.isWrong(part) && "is-wrong",
    !run.hasRun(part) && !isReady && has === 0 && "is-faded"].filter(Boolean).join(" ");
  if (run.hasRun(part)) {
    return {look, level: level(size), text: `∂ ${short(size)}`, badge: `${run.order.indexOf(part) + 1}`,
      says: words.isDone(name(part))};
  }
  const marks = needs.map((_, i) => (i < has ? "is-in" : part === miss ? "is-missing" : ""));
  return {look, marks, says: isReady ? words.isReady(name(part)) : words.stillWaits(name(part), has, needs.length)};
}

/** @param {[string, string]} edge @param {Now} now @param {Level} level */
function lineLook([from, to], {run, miss, hasSkips}, level) {
  if (!hasSkips && run.isSkip([from, to])) return {look: "is-cut", width: 0.1};
  if (!run.hasRun(to)) return from === miss ? {look: "is-missing", width: 0.3} : {look: "is-waiting", width: 0.1};
  if (run.lost.some(([use, sender]) => use === from && sender === to)) return {look: "is-lost", width: 0.2};
  return {look: run.isWrong(to) ? "is-wrong" : "is-sent", width: level(run.size(from, run.from(from, to)))};
}

/** The maps of the chosen part: its shares, or a wrong gradient beside the right one.
 * @returns {[string, Map[]]} */
export function mapsOf(/** @type {Session} */ {data, now: {run, at}, text: {words, name, percent}}) {
  if (!at) return ["", []];
  const {width, of} = data.shares[at];
  const called = words.mapOf(name(at), width, of);
  const arrived = run.arrived(at);
  if (arrived.length === 0 || width === 1) return [width === 1 ? "∂ = 1" : words.noShare(name(at)), []];
  const map = (/** @type {string[]} */ paths, /** @type {string} */ text, look = "", before = "") =>
    ({text, cells: paths.length > 0 ? run.map(at, paths) : null, width, look, before});
  if (run.isWrong(at)) {
    const missing = run.whole(at).filter((path) => !arrived.includes(path));
    return [called, [map(arrived, words.yours, "is-wrong"), map(run.whole(at), words.theRight, "", "≠"),
      map(missing, `${words.missing}: ${percent(run.error(at))}`, "is-wrong", "→")]];
  }
  const senders = run.users(at);
  if (senders.length < 2) return [called, [map(arrived, "")]];
  const shares = senders.map((one, i) => {
    const paths = run.from(at, one);
    return map(paths, paths.length > 0 ? words.share(name(one)) : words.missing, "", i > 0 ? "+" : "");
  });
  return [called, [...shares, map(run.isReady(at) || run.hasRun(at) ? arrived : [], words.sum, "", "=")]];
}
