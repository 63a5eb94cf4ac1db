import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {told, sentence} from "../../trace/sentence.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {validate} from "../../trace/validate.js";
import {controls} from "../../controls/controls.js";
import {leafSliders, slidLeaves} from "../../controls/leaf-sliders.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {keyboard, position, walk} from "../../controls/walk.js";
import {figure} from "../../figure/figure.js";
import {follow as followView} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {offer, setLeaves} from "../../figure/live.js";
import {twin} from "../../figure/twin.js";
import {tapeRows} from "./rows.js";
import {tapeStrip} from "./strip.js";
import {tapeTable} from "./table.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {LiveFigure} from "../../figure/live.js" */
/** @import {Step} from "../../trace/steps.js" */

/** With more leaves than these there are no sliders: they would be longer than the tape. */
const MOST_SLIDERS = 8;

/** The most nodes of a tape: to list more takes seconds. */
const MOST_LISTED = 1000;

/**
 * The tape as a list: the operations in the order they were written, top to bottom, and the backward pass
 * beside them, bottom to top. Every operation and every send leads to its step.
 *
 * @param {Trace} trace
 * @param {Options} [options]
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function tapeList(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace, {most: MOST_LISTED});
    return build(trace, options, words);
  }, own);
}

/** @param {Trace} trace @param {Options} options @param {Words} words */
function build(trace, options, words) {
  const {id, follow} = options;
  const steps = stepsOf(trace);
  const at = position(steps);
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  const context = {words, format: numberFormat(words.lang)};
  /** The trace that is shown: the engine may compute the same tape with other numbers. */
  let now = {
    trace, steps, rows: tapeRows(trace, steps), isMoving: false,
    error: /** @type {{text: string}|null} */ (null)
  };
  const index = () => Math.min(at.index(), now.steps.length - 1);
  /** The list is its only entry: with other numbers another list replaces it. */
  const picture = [tapeStrip(trace, now.rows, context, on.go)];
  at.set(options.step ?? 0);
  const copy = copyLink(id, () => ({step: at.index()}), words, {step: at.index()});
  const panel = follow ? null : makePanel(trace, steps, words, on, copy);
  const leaves = follow ? null : movable(trace);
  const slide = (/** @type {string} */ label, /** @type {number} */ x) => {
    setLeaves(live, leaves.set({[label]: x}));
    sliders.show(leaves.values());
  };
  const sliders = leaves ? leafSliders(leaves.all, words, slide) : null;
  const element = assemble(trace, options, words, [sliders, picture[0], panel]);
  const table = () => tapeTable(now.trace, now.rows, index(), context);
  const refresh = twin(element, table, words, {picture});
  const render = () => {
    picture[0].show(index());
    panel?.show(at, now.trace === trace ? null : told(now, index(), words), now.isMoving);
    refresh();
  };
  /** @type {LiveFigure["recast"]} */
  const recast = (other, {error, isMoving, values}) => {
    validate(other, {most: MOST_LISTED});
    const its = stepsOf(other);
    now = {trace: other, steps: its, error, isMoving, rows: tapeRows(other, its)};
    const before = picture[0];
    const {scrollTop} = before.querySelector(".tw-ops");
    picture[0] = tapeStrip(other, now.rows, context, on.go);
    picture[0].hidden = before.hidden;
    before.replaceWith(picture[0]);
    picture[0].querySelector(".tw-ops").scrollTop = scrollTop;
    leaves?.set(Object.fromEntries(leaves.all.map(({id: leaf, label}) => [label, values.get(leaf)])));
    sliders?.show(leaves.values());
    render();
  };
  const scales = new Map(leaves?.all.map((leaf) => [leaf.id, leaf.scale]));
  /** @type {LiveFigure} */
  const live = {element, trace, words, lens: null, canMove: () => true, scales, recast, sleep: () => sliders?.sleep()};
  const go = (/** @type {number} */ to) => {
    on.stop();
    at.set(to);
    render();
  };
  Object.defineProperty(element, "value", {get: at.index, set: go});

  const asked = stepIn(askedOf(id));
  at.set(asked ?? at.index());
  render();
  keyboard(element, on);
  followLink(element, id, {
    read: () => ({step: at.index()}),
    apply: (parameters) => on.go(stepIn(parameters) ?? at.index())
  });
  if (follow) followView(element, follow, {leads: asked !== null});
  // Beside a stepper of the same trace, the leaves are those of the stepper.
  follow?.addEventListener("tw-recast", ({built, shown, how}) => built === trace && recast(shown, how));
  sliders?.show(leaves.values());
  if (sliders) offer(live);
  return element;
}

/** The leaves that can be moved; null where there are none, or too many. */
function movable(/** @type {Trace} */ trace) {
  if (trace.engine !== "value") return null;
  const leaves = slidLeaves(trace);
  return leaves.all.length > 0 && leaves.all.length <= MOST_SLIDERS ? leaves : null;
}

/** @param {Trace} trace @param {Options} options @param {Words} words @param {(HTMLElement|null)[]} parts */
function assemble(trace, {title}, words, parts) {
  return html`<div
    class="tw-tape-list tw-view"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.tapeTitle(trace.nodes.at(-1).label)}
  >${parts}</div>`;
}

/** The sentence and the controls of a tape that follows no other figure.
 * @param {Trace} trace @param {Step[]} steps @param {Words} words @param {ReturnType<typeof walk>} on
 * @param {HTMLElement|null} copy */
function makePanel(trace, steps, words, on, copy) {
  const sentences = sentenceBox(steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps})));
  const buttons = controls(words, on, null, copy);
  const element = html`<div class="tw-panel">${sentences}${buttons}</div>`;
  /** @param {ReturnType<typeof position>} at @param {ReturnType<typeof told>|null} said @param {boolean} isMoving */
  const show = (at, said, isMoving) => {
    if (said) sentences.say(said, isMoving);
    else sentences.show(at.index());
    buttons.show({index: at.index(), last: at.last(), end: at.end, isPlaying: on.isPlaying()});
  };
  return Object.assign(element, {show});
}
