import {html} from "htl";
import {sentenceBox} from "../../controls/sentence-box.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {peakOf, sum} from "./bytes.js";
import {mountain} from "./drawing.js";
/** @import {Moment, Phase} from "./bytes.js" */
import {fitToRoom, percentOf, resetButton, showEffect, switchOf, table, verdict} from "./parts.js";

const GIB = 2 ** 30;

/** The band of a GPT from which each kind of memory has its colour. @type {Record<string, string>} */
const BAND_OF = {
  parameter: "parameters", optimizer: "moments", gradient: "gradients", input: "copies", saved: "attention", other: "passing"
};

/**
 * One training step of any model as a mountain of bytes, with a switch for each change that
 * `tapewalk.plan` proposes. Python computed every number, for each choice of changes.
 *
 * @typedef {{changes: {kind: string, count: number, where: string}[], budget: number, span: number,
 *   steps: Record<string, PlannedStep>}} Plan as `Plan.mountain` returns it, with the steps by the changes that are on
 * @typedef {{phases: Partial<Record<Phase, number>>, held: Record<string, number|number[]>, work: number, bus: number}}
 *   PlannedStep columns of each phase, and the bytes in each column
 *
 * @param {Plan} plan
 * @param {Options} options
 * @param {Words} shared
 */
export function planned({changes, budget, span, steps}, {id, title}, shared) {
  const words = /** @type {Words} */ ({...shared, ...shared.planned});
  const kinds = changes.map(({kind}) => kind);
  const stepWith = (/** @type {Set<string>} */ on) => read(steps[kinds.map((kind) => Number(on.has(kind))).join("")]);
  const none = /** @type {Set<string>} */ (new Set());
  const base = stepWith(none);
  const state = {on: none, now: base, isOpen: true, card: budget / GIB, span,
    ghost: /** @type {typeof base|null} */ (null), moment: /** @type {Moment|null} */ (null)};
  const drawing = mountain(words, (place) => {
    state.moment = state.now.moments[place];
    render();
  });
  const box = sentenceBox([[{text: "\u2007\u2007 ".repeat(33)}]]);
  const turned = (/** @type {string} */ kind) => new Set(kinds.filter((one) => state.on.has(one) !== (one === kind)));
  const go = (/** @type {Set<string>} */ on) => {
    Object.assign(state, {on, ghost: state.now, now: stepWith(on), moment: null});
    render();
  };
  const byHand = (/** @type {Set<string>} */ on) => {
    go(on);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const switches = changes.map(({kind, count, where}) =>
    switchOf(words.changes[kind](count, where), () => byHand(turned(kind))));
  const reset = resetButton(words, () => byHand(none));
  const value = () => Object.fromEntries(kinds.map((kind) => [kind, Number(state.on.has(kind))]));
  const label = title ?? words.heldPanel;
  const element = html`<div class="tw-held-figure tw-view is-planned" role="group" tabindex="-1" lang=${words.lang} aria-label=${label}>
    ${drawing}${box}
    <div class="tw-held-switches">${switches}<div class="tw-line tw-held-line">${reset}${copyLink(id, value, words)}</div></div>
  </div>`;
  const refresh = twin(element, () => table(state.now, words), words, {picture: [drawing]});

  function render() {
    const {now, on} = state;
    drawing.show({...state, moment: state.moment ?? now.peak});
    const work = percentOf(now.work / base.work - 1, words);
    box.say([{text: [verdict(now.peak, budget, words), work && words.work(work)].filter(Boolean).join(" ")}], false);
    kinds.forEach((kind, i) =>
      showEffect(switches[i], {isOn: on.has(kind), now, other: stepWith(turned(kind))}, words));
    reset.disabled = on.size === 0;
    refresh();
  }
  const apply = (/** @type {Settings} */ wanted) => go(new Set(kinds.filter((kind) => Number(wanted[kind]) > 0)));
  render();
  if (asked(id)) apply(asked(id));
  fitToRoom(element, drawing, words);
  return connect(element, id, {read: value, apply});
}

/** A step as the drawing takes it: columns of equal width, each with the most that is held in it. */
function read(/** @type {PlannedStep} */ {phases, held, work, bus}) {
  const names = Object.entries(phases).flatMap(([phase, columns]) => Array(columns).fill(/** @type {Phase} */ (phase)));
  const moments = names.map((phase, i) => {
    const bands = Object.fromEntries(Object.entries(held).map(([kind, own]) =>
      [BAND_OF[kind], typeof own === "number" ? own : own[i]]));
    return {phase, line: "", width: 1, held: bands, total: sum(bands)};
  });
  return {moments, peak: peakOf(moments), work, bus};
}
