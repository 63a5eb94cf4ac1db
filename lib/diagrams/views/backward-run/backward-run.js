import {html} from "htl";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {player} from "../../controls/walk.js";
import {isCalm} from "../../drawing/motion.js";
import {partsDrawing} from "../../drawing/parts.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {numberFormat} from "../../words/numbers.js";
import {gradientMaps} from "./maps.js";
import {backwardRun, runData} from "./run.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Milliseconds that a part takes when the pass plays. */
const PACE = 620;

/**
 * The backward pass of a folded graph, of which the reader is the engine: a part that waits refuses,
 * and says which share is missing.
 *
 * @param {object} data as `run.js` reads it
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: {ran: string, at: string, skips: string}}} a change dispatches `input`
 */
export function backwardPass(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(runData(data), options, words), own);
}

function build(data, {id, title, after, ran: first = ""}, words) {
  const lang = words.lang;
  const percent = new Intl.NumberFormat(lang, {style: "percent", maximumSignificantDigits: 2});
  const three = new Intl.NumberFormat(lang, {maximumSignificantDigits: 2});
  const text = {words, name: (part) => words.parts[part][1], percent: (x) => percent.format(x), short: (x) => three.format(x),
    exact: numberFormat(lang).short};
  const isWaiting = after && !after.prediction.value?.answered && !kept(id)?.ran;
  const now = {run: backwardRun(data, true), at: "", miss: "", said: "", refusals: 0, isOpen: !isWaiting, hasSkips: true};
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(40)}]]);
  const graph = partsDrawing(data, {title: title ?? words.runTitle, label: (part) => words.parts[part][0], pick: (part) => press(part)});
  const maps = gradientMaps();
  const play = html`<button type="button" class="tw-button tw-play" onclick=${() => (playing.isPlaying() ? playing.stop() : start())}></button>`;
  const force = html`<button type="button" class="tw-plain-button tw-force" hidden onclick=${() => byHand(() => go(now.miss))}>${words.force}</button>`;
  const ready = html`<div class="tw-ready" role="group" aria-label=${words.readyList}></div>`;
  const skips = html`<label class="tw-check tw-skips"><input type="checkbox" checked> ${words.skips}</label>`;
  const again = html`<button type="button" class="tw-plain-button tw-afresh" onclick=${() => byHand(() => begin({ran: ""}))}>${words.afresh}</button>`;
  const copy = copyLink(id, () => element.value, words);
  const waits = after ? lock(after.prediction, words, () => {
    now.isOpen = true;
    render();
    report();
  }) : null;
  const element = html`<div class="tw-backward-run" role="group" tabindex="-1" lang=${lang} aria-label=${title ?? words.runTitle}>
    ${graph}${maps}<div class="tw-panel">${told}${waits}
    <div class="tw-line">${play}${ready}${force}${skips}${again}${copy}</div></div></div>`;
  const refresh = twin(element, () => table(now.run, text), words, {picture: [graph, maps]});

  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const go = (part) => {
    const isForced = !now.run.isReady(part);
    now.run.run(part);
    Object.assign(now, {at: part, miss: "", said: sentenceAfter(now, part, isForced, text)});
  };
  const begin = ({ran = "", rest = undefined, at = "", skips: with_ = "on", ask = ""}) => {
    playing.stop();
    now.hasSkips = with_ !== "off";
    Object.assign(now, {run: backwardRun(data, now.hasSkips), at: "", miss: "", said: "", refusals: 0});
    for (const part of ran.split(",").filter(Boolean)) go(part);
    while (rest && now.run.ready().length > 0) go(now.run.ready()[0]);
    if (at in data.shares) now.at = at;
    if (ask in data.shares) ask_(ask);
  };
  /** Press a part that has run, is ready, or waits. */
  const ask_ = (part) => {
    const {run} = now;
    if (run.isReady(part)) return go(part);
    Object.assign(now, {at: part, miss: ""});
    const called = words.capital(text.name(part));
    if (run.hasRun(part)) {
      const size = text.exact(Number(run.size(part, run.arrived(part)).toPrecision(4)));
      now.said = words.again(called, run.order.indexOf(part) + 1, size);
      return;
    }
    now.refusals += 1;
    const needs = run.users(part);
    const left = run.missing(part);
    now.miss = left.length < needs.length ? part : "";
    now.said = now.miss ? words.refuses(called, needs.length - left.length, needs.length, words.listed(left.map(text.name)))
      : words.nothingYet(text.name(part));
  };
  const byHand = (change) => {
    if (!now.isOpen) return;
    playing.stop();
    change();
    render();
    report();
  };
  const press = (part) => byHand(() => ask_(part));
  const playing = player({
    tick: () => {
      go(now.run.ready()[0]);
      render();
      return now.run.ready().length > 0;
    },
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const start = () => {
    if (!now.isOpen) return;
    if (now.run.ready().length === 0) begin({skips: now.hasSkips ? "on" : "off"});
    if (isCalm()) return byHand(() => begin({ran: now.run.order.join(","), rest: "1", skips: now.hasSkips ? "on" : "off"}));
    playing.start(PACE);
  };
  const render = () => {
    const {run} = now;
    graph.show(looksOf(data, now, text));
    maps.show(...mapsOf(data, now, text));
    const list = now.isOpen ? run.ready() : [];
    ready.replaceChildren(...list.map((part) => html`<button type="button" class="tw-plain-button tw-chip" aria-label=${text.name(part)} onclick=${() => press(part)}>${words.parts[part][0]}</button>`));
    force.hidden = !now.miss;
    ready.hidden = Boolean(now.miss);
    skips.firstElementChild.checked = now.hasSkips;
    showPlay(play, playing.isPlaying(), list.length === 0 && run.order.length > 0, words);
    for (const one of [play, skips.firstElementChild, again]) one.disabled = !now.isOpen;
    const silent = now.isOpen ? words.seed : words.begin;
    told.say([{text: now.isOpen ? now.said || silent : silent}], playing.isPlaying());
    waits?.show(now.isOpen);
    refresh();
  };
  skips.addEventListener("input", (event) => event.stopPropagation());
  skips.addEventListener("change", (event) => {
    event.stopPropagation();
    const isOn = event.target.checked;
    byHand(() => begin({rest: "1", skips: isOn ? "on" : "off"}));
  });
  const read = () => ({ran: now.run.order.join(","), at: now.at, skips: now.hasSkips ? "on" : "off"});
  /** @param {Fields} parameters */
  const apply = (parameters) => {
    if (!now.isOpen) return;
    if (["ran", "rest", "skips", "ask", "play"].some((name) => name in parameters)) begin(parameters);
    render();
    if (parameters.play) start();
  };
  followLink(element, id, {read, apply: (parameters) => {
    apply(parameters);
    report();
  }});
  Object.defineProperty(element, "value", {get: read, set: apply});
  begin({ran: first, ...(now.isOpen ? asked(id) : {})});
  graph.fit(640, 300);
  maps.fit(640, 130);
  render();
  element.panels = [
    {name: "graph", text: words.graphPanel, element: graph, least: 232, most: 400, fit: graph.fit},
    {name: "gradient", text: words.mapPanel, element: maps, least: 128, most: 156, fit: maps.fit}
  ];
  return element;
}

/** What running a part did. */
function sentenceAfter({run, hasSkips, refusals}, part, isForced, {words, name, percent}) {
  const called = words.capital(name(part));
  const late = run.lost.find(([, sender]) => sender === part);
  const first = run.order.length > 0 && run.ready().length === 0 && run.hasRun("emb");
  if (first) {
    const off = run.error("emb");
    if (off > 1e-6) return words.wrong(percent(off));
    return hasSkips ? words.right(refusals) : words.withoutSkips(percent(run.size("emb", run.arrived("emb")) / run.size("emb", run.everything("emb"))));
  }
  if (isForced) return words.forced(called, run.users(part).length - run.missing(part).length, run.users(part).length);
  if (late) return words.tooLate(name(late[0]), name(part));
  const to = run.sendsTo(part);
  const said = to.some((use) => run.isSkip([use, part])) && to.length > 1 ? words.copies(called) : words.sends(called, to.map(name));
  const {length} = run.ready();
  return length > 1 ? said + words.nowReady(length) : said;
}

/** How each part and each line looks now. */
function looksOf(data, {run, at, miss, isOpen, hasSkips}, {words, name, short}) {
  const most = Math.max(...data.nodes.slice(0, -1).map((node) => run.size(node.name, data.shares[node.name].paths)));
  const level = (size) => Math.sqrt(Math.min(1, size / most));
  const parts = {};
  for (const {name: part, parameters} of data.nodes) {
    const needs = run.users(part);
    const has = needs.length - run.missing(part).length;
    const size = run.size(part, run.arrived(part));
    const isReady = run.isReady(part) && isOpen;
    const look = [parameters > 0 && "is-leaf", isReady && "is-ready", run.isWrong(part) && "is-wrong",
      !run.hasRun(part) && !isReady && has === 0 && "is-faded"].filter(Boolean).join(" ");
    const marks = needs.map((one, i) => (i < has ? "is-in" : part === miss ? "is-missing" : ""));
    parts[part] = run.hasRun(part)
      ? {look, level: level(size), text: `∂ ${short(size)}`, badge: `${run.order.indexOf(part) + 1}`, says: words.isDone(name(part), short(size))}
      : {look, marks, says: isReady ? words.isReady(name(part)) : words.stillWaits(name(part), has, needs.length)};
  }
  const lines = {};
  for (const [from, to] of data.edges) {
    const isLost = run.lost.some(([use, sender]) => use === from && sender === to);
    const sent = run.hasRun(to) && !isLost ? level(run.size(from, run.from(from, to))) : 0.1;
    const isCut = !hasSkips && run.isSkip([from, to]);
    const look = isCut ? "is-cut" : isLost ? "is-lost" : !run.hasRun(to)
      ? from === miss ? "is-missing" : "is-waiting" : run.isWrong(to) ? "is-wrong" : "is-sent";
    lines[`${from}-${to}`] = {look, width: look === "is-missing" ? 0.3 : sent};
  }
  return {parts, lines, chosen: at};
}

/** The shares of the chosen part, or its gradient beside the right one. */
function mapsOf(data, {run, at}, {words, name, percent}) {
  if (!at) return ["", []];
  const {width, of} = data.shares[at];
  const called = words.mapOf(name(at), width, of);
  const arrived = run.arrived(at);
  if (arrived.length === 0 || width === 1) return [width === 1 ? "∂ = 1" : words.noShare(name(at)), []];
  const map = (paths, text, look = "", before = "") => ({text, cells: paths.length > 0 ? run.map(at, paths) : null, width, look, before});
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

function table(run, {words, name, exact}) {
  return html`<table><caption>${words.runTable}</caption>
    <thead><tr><th scope="col">${words.place}</th><th scope="col">${words.part}</th><th scope="col">${words.size}</th></tr></thead>
    <tbody>${run.order.map((part, i) => html`<tr><td>${i + 1}</td><th scope="row">${name(part)}</th>
      <td>${exact(Number(run.size(part, run.arrived(part)).toPrecision(4)))}</td></tr>`)}</tbody></table>`;
}
