import {html} from "htl";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {player} from "../../controls/walk.js";
import {isCalm} from "../../drawing/motion.js";
import {partsDrawing} from "../../drawing/parts.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {numberFormat} from "../../words/numbers.js";
import {looksOf, mapsOf} from "./looks.js";
import {gradientMaps} from "./maps.js";
import {runData} from "./run.js";
import {session} from "./session.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Placed} from "../../figure/links.js" */
/** @import {Run, RunData} from "./run.js" */
/** @import {Now} from "./session.js" */

/** Milliseconds that a part takes when the pass plays. */
const PACE = 620;

/**
 * The backward pass of a folded graph, in which the reader chooses the part that runs next. A part that
 * waits refuses, and says which share of its gradient is missing.
 *
 * @param {RunData} data
 * @param {Options & {ran?: string}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {ran: string, at: string, skips: string}}} a change dispatches `input`
 */
export function backwardPass(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(runData(data), options, words), own);
}

/** @param {RunData} data @param {OptionsOf<typeof backwardPass>} options @param {Words} words */
function build(data, {id, title, after, ran: first = ""}, words) {
  const text = textsOf(words);
  const engine = session(data, text);
  const {now} = engine;
  now.isOpen = !after || after.prediction.value?.answered || Boolean(kept(id)?.ran);
  const graph = partsDrawing(data, {
    title: title ?? words.runTitle, label: (part) => words.parts[part][0], pick: (part) => press(part)
  });
  const maps = gradientMaps();
  const waits = after ? lock(after.prediction, words, () => {
    now.isOpen = true;
    render();
    report();
  }) : null;
  const knobs = controls(words, {
    play: () => (playing.isPlaying() ? playing.stop() : start()),
    press: (part) => press(part),
    force: () => byHand(() => engine.go(now.miss)),
    skips: (isOn) => byHand(() => engine.begin({rest: "1", skips: isOn ? "on" : "off"})),
    again: () => byHand(() => engine.begin({}))
  });
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(40)}]]);
  const element = html`<div class="tw-backward-run tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.runTitle}>${graph}${maps}<div class="tw-panel">${told}${waits}
    <div class="tw-line">${knobs.elements}${copyLink(id, engine.read, words)}</div></div></div>`;
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const refresh = twin(element, () => table(now.run, text), words, {picture: [graph, maps]});

  const byHand = (/** @type {() => void} */ change) => {
    if (!now.isOpen) return;
    playing.stop();
    change();
    render();
    report();
  };
  const press = (/** @type {string} */ part) => byHand(() => engine.ask(part));
  const playing = player({
    tick: () => {
      engine.go(now.run.ready()[0]);
      render();
      return now.run.ready().length > 0;
    },
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const start = () => {
    if (!now.isOpen) return;
    const skips = now.hasSkips ? "on" : "off";
    if (now.run.ready().length === 0) engine.begin({skips});
    if (isCalm()) return byHand(() => engine.begin({ran: now.run.order.join(","), rest: "1", skips}));
    playing.start(PACE);
  };
  const render = () => {
    graph.show(looksOf(engine));
    maps.show(...mapsOf(engine));
    knobs.show(now, playing.isPlaying());
    told.say([{text: !now.isOpen ? words.begin : now.said || words.lossFirst}], playing.isPlaying());
    waits?.show(!now.isOpen);
    refresh();
  };
  const apply = (/** @type {Parameters<typeof engine.begin>[0] & {play?: string}} */ parameters) => {
    if (!now.isOpen) return;
    playing.stop();
    if (["ran", "rest", "skips", "ask", "play"].some((name) => name in parameters)) engine.begin(parameters);
    render();
    if (parameters.play) start();
  };
  // Until the answer, phrases set none of these.
  /** @type {Placed["read"]} */
  const read = () => (now.isOpen ? engine.read() : {ran: null, at: null, skips: null, ask: null, play: null});
  connect(element, id, {read, apply, value: engine.read});
  engine.begin({ran: first, ...(now.isOpen ? asked(id) : {})});
  render();
  element.panels = [
    {name: "graph", text: words.graphPanel, element: graph, least: 232, most: 400, fit: graph.fit},
    {name: "gradient", text: words.mapPanel, element: maps, least: 128, most: 156, fit: maps.fit}
  ];
  return element;
}

/** @typedef {ReturnType<typeof textsOf>} Text */

/** How sentences write names and numbers. */
function textsOf(/** @type {Words} */ words) {
  const percent = new Intl.NumberFormat(words.lang, {style: "percent", maximumSignificantDigits: 2});
  const short = new Intl.NumberFormat(words.lang, {maximumSignificantDigits: 2});
  return {
    words, percent: percent.format, short: short.format,
    name: (/** @type {string} */ part) => /** @type {string} */ (words.parts[part][1]),
    exact: (/** @type {number} */ x) => numberFormat(words.lang).short(Number(x.toPrecision(4)))
  };
}

/** The play button, the ready parts, "Run it anyway", the switch of the skips, and "Start again".
 * @param {Words} words @param {{press: (part: string) => void, skips: (isOn: boolean) => void} &
 *   Record<"play"|"force"|"again", () => void>} on */
function controls(words, on) {
  const play = html`<button type="button" class="tw-button tw-play" onclick=${on.play}></button>`;
  const ready = html`<div class="tw-ready" role="group" aria-label=${words.readyList}></div>`;
  const force = html`<button type="button" class="tw-plain-button tw-force" hidden onclick=${on.force}>${words.force}</button>`;
  const box = html`<input type="checkbox" checked>`;
  const again = html`<button type="button" class="tw-plain-button tw-afresh" onclick=${on.again}>${words.afresh}</button>`;
  quietly(box, () => on.skips(box.checked));
  const chip = (/** @type {string} */ part) => html`<button type="button" class="tw-plain-button tw-chip" aria-label=${words.parts[part][1]}
    onclick=${() => on.press(part)}>${words.parts[part][0]}</button>`;
  return {
    elements: [play, ready, force, html`<label class="tw-check tw-skips">${box} ${words.skips}</label>`, again],
    show(/** @type {Now} */ {run, miss, isOpen, hasSkips}, /** @type {boolean} */ isPlaying) {
      const list = isOpen ? run.ready() : [];
      ready.replaceChildren(...list.map(chip));
      force.hidden = !miss;
      ready.hidden = Boolean(miss);
      box.checked = hasSkips;
      showPlay(play, isPlaying, list.length === 0 && run.order.length > 0, words);
      for (const one of [play, box, again]) one.disabled = !isOpen;
    }
  };
}

function table(/** @type {Run} */ run, /** @type {Text} */ {words, name, exact}) {
  return html`<table><caption>${words.runTable}</caption>
    <thead><tr><th scope="col">${words.place}</th><th scope="col">${words.part}</th><th scope="col">${words.size}</th></tr></thead>
    <tbody>${run.order.map((part, i) => html`<tr><td>${i + 1}</td><th scope="row">${name(part)}</th>
      <td>${exact(run.size(part, run.arrived(part)))}</td></tr>`)}</tbody></table>`;
}
