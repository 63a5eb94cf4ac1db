import {backwardRun} from "./run.js";
/** @import {Text} from "./backward-run.js" */
/** @import {RunData} from "./run.js" */

/** @typedef {ReturnType<typeof session>} Session */
/** @typedef {Session["now"]} Now */

/**
 * What a reader does with a backward pass: run parts, ask too early, force a part, begin again.
 *
 * @param {RunData} data
 * @param {Text} text
 */
export function session(data, text) {
  const {words, name, exact} = text;
  const now = {run: backwardRun(data, true), at: "", miss: "", said: "", refusals: 0, isOpen: true, hasSkips: true};
  const go = (/** @type {string} */ part) => {
    const isForced = !now.run.isReady(part);
    now.run.run(part);
    Object.assign(now, {at: part, miss: "", said: sentenceAfter(now, part, isForced, text)});
  };
  /** Press a part that has run, is ready, or waits. */
  const ask = (/** @type {string} */ part) => {
    const {run} = now;
    if (run.isReady(part)) return go(part);
    Object.assign(now, {at: part, miss: ""});
    const called = words.capital(name(part));
    if (run.hasRun(part)) {
      now.said = words.again(called, run.order.indexOf(part) + 1, exact(run.size(part, run.arrived(part))));
      return;
    }
    now.refusals += 1;
    const needs = run.users(part).length;
    const left = run.missing(part);
    now.miss = left.length < needs ? part : "";
    now.said = now.miss ? words.refuses(called, needs - left.length, needs, words.listed(left.map(name)))
      : words.nothingYet(name(part));
  };
  /**
   * @param {{ran?: string, rest?: string, at?: string, skips?: string, ask?: string}} to as a link writes it: the
   *   parts that `ran`, whether the `rest` runs too, the chosen part `at`, a part to `ask`
   */
  const begin = ({ran = "", rest, at = "", skips = "on", ask: early = ""}) => {
    const hasSkips = skips !== "off";
    Object.assign(now, {run: backwardRun(data, hasSkips), hasSkips, at: "", miss: "", said: "", refusals: 0});
    for (const part of ran.split(",").filter((one) => one in data.shares)) go(part);
    while (rest && now.run.ready().length > 0) go(now.run.ready()[0]);
    if (at in data.shares) now.at = at;
    if (early in data.shares) ask(early);
  };
  const read = () => ({ran: now.run.order.join(","), at: now.at, skips: now.hasSkips ? "on" : "off"});
  return {data, text, now, go, ask, begin, read};
}

/** The sentence on what the run of a part did.
 * @param {Now} now @param {string} part @param {boolean} isForced @param {Text} text */
function sentenceAfter({run, hasSkips, refusals}, part, isForced, {words, name, percent}) {
  const called = words.capital(name(part));
  const late = run.lost.find(([, sender]) => sender === part);
  if (run.ready().length === 0 && run.hasRun("emb")) {
    const off = run.error("emb");
    if (off > 1e-6) return words.endsWrong(percent(off));
    if (hasSkips) return words.endsRight(refusals);
    return words.withoutSkips(percent(run.size("emb", run.arrived("emb")) / run.size("emb", run.everything("emb"))));
  }
  const needs = run.users(part).length;
  if (isForced) return words.forced(called, needs - run.missing(part).length, needs);
  if (late) return words.isLost(name(late[0]), name(part));
  const to = run.sendsTo(part);
  const isCopied = to.length > 1 && to.some((use) => run.isSkip([use, part]));
  const said = isCopied ? words.copies(called) : words.sends(called, to.map(name));
  const {length} = run.ready();
  return length > 1 ? said + words.nowReady(length) : said;
}
