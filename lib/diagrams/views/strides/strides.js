import {html} from "htl";
import {sentenceBox} from "../../controls/sentence-box.js";
import {showPlay} from "../../controls/play-button.js";
import {sideways} from "../../controls/drag.js";
import {byKey} from "../../controls/leaf-sliders.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {stridesDrawing} from "./drawing.js";
import {fitting, gradients, OPERATIONS, parse, product, runPile, written} from "./rule.js";
import {sceneOf, sumOf} from "./scene.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Part} from "../../words/say.js" */
/** @import {Operation, Step, Tensor} from "./rule.js" */

const BYTES = 4;
const MOST = 4;
const PACE = 1600;
/** Pixels of a drag for one step of a stride. */
const STEP = 12;
const SIZE = {width: 640, height: 420};
/** All but the operation that strides set by hand make. */
const USUAL = Object.keys(OPERATIONS).slice(0, -1);

/**
 * A tensor of 24 numbers and a pile of operations that a reader composes: each changes the strides or
 * copies; then the gradient goes back through the pile.
 *
 * @param {{pile?: string}} [data] the pile at first, `transpose-1-2_view-6-4`
 * @param {Options & {operations?: string[]}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {pile: string, step: number}}} a change dispatches `input`
 *
 * @typedef {ReturnType<typeof stateOf>} State
 */
export function strides(data = {}, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now, of) => build(of ?? data, now, words), words), own);
}

const linkOf = (/** @type {Operation[]} */ pile) => pile.map(({name, args}) => [name, ...args].join("-")).join("_");
const pileOf = (/** @type {string|undefined} */ link) => (link ?? "").split("_").map(parse).filter(Boolean).slice(0, MOST);

/** @param {{pile?: string}} data @param {OptionsOf<typeof strides>} options @param {Words} words */
function build(data, {id, title, operations = USUAL}, words) {
  const state = stateOf(pileOf(data.pile));
  const {now} = state;
  let note = /** @type {Part[]|null} */ (null);
  let size = SIZE;
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const change = (/** @type {() => void} */ act, /** @type {Part[]|null} */ said = null) => {
    playing.stop();
    note = said;
    act();
    render();
  };
  const byHand = (/** @type {Parameters<typeof change>} */ ...how) => {
    change(...how);
    report();
  };
  const drawing = stridesDrawing(words, (place) => {
    now.place = place;
    render();
  });
  const table = html`<div class="tw-strides-table"></div>`;
  const picture = html`<div class="tw-strides-picture">${drawing}${table}</div>`;
  const restride = (/** @type {number[]} */ numbers) => byHand(() => {
    if (!state.stride(numbers)) note = [{text: words.tooLarge}];
  });
  dragStrides(table, state, restride);
  const told = sentenceBox([[{text: "\u2007 ".repeat(60)}]]);
  const pile = html`<ol class="tw-strides-pile" aria-label=${words.pile}></ol>`;
  const add = (/** @type {Operation|null} */ operation, /** @type {string} */ text) => {
    const why = !operation ? words.notRead(text) : now.pile.length >= MOST ? [{text: words.full}] : null;
    byHand(() => why || state.set([...now.pile, operation]), why);
  };
  const adding = adder(operations, words, add, () => state.last().shape);
  const playing = replay({
    advance: () => { state.go(now.step + 1); report(); },
    rewind: () => state.go(0),
    isAtEnd: () => now.step >= state.end(),
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const play = html`<button type="button" class="tw-button tw-play" onclick=${playing.play}></button>`;
  const range = html`<input type="range" class="tw-range" min="0" step="1" aria-label=${words.controls}>`;
  quietly(range, () => byHand(() => state.go(range.valueAsNumber)));
  const undo = undoButton(words, () => byHand(() => state.set(now.pile.slice(0, -1))));
  const copy = copyLink(id, state.value, words);
  const element = html`<div class="tw-strides tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.strides}>${picture}${pile}${told}${adding}
    <div class="tw-line" role="group" aria-label=${words.controls}>${play}${adding.list}${range}${undo}${copy}</div></div>`;
  const refresh = twin(element, () => tableOf(state, words), words, {picture: [picture]});

  const render = () => {
    const shown = state.shown();
    const scene = sceneOf({...shown, place: now.place}, size);
    drawing.show({...scene, isBack: shown.isBack}, size);
    element.classList.toggle("is-backward", shown.isBack);
    element.classList.toggle("is-refused", shown.step.kind === "error");
    table.replaceChildren(rule(shown, now.place, words, restride));
    pile.replaceChildren(...chips(state, words, (step) => byHand(() => state.go(step))));
    told.say(note ?? sentenceOf(state, scene.broken, words), playing.isPlaying());
    Object.assign(range, {max: state.end(), value: now.step});
    range.setAttribute("aria-valuetext", chipText(shown.step));
    undo.disabled = now.pile.length === 0;
    showPlay(play, playing.isPlaying(), now.step >= state.end(), words);
    refresh();
  };
  const apply = (/** @type {Settings} */ parameters) => change(() => state.apply(parameters));
  keyboard(element, {
    move: (by) => byHand(() => state.go(now.step + by)),
    jump: (end) => byHand(() => state.go(end === "first" ? 0 : state.end())),
    play: playing.play
  });
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    size = {width, height};
    render();
  };
  element.panels = [{name: "tensor", text: words.tensorPanel, element: picture, least: 150, most: 560, fit}];
  apply(asked(id) ?? {});
  return connect(element, id, {read: state.value, apply});
}

/** A stride that is dragged to the right grows.
 * @param {HTMLElement} table @param {State} state @param {(numbers: number[]) => void} restride */
function dragStrides(table, state, restride) {
  let held = /** @type {{dim: number, tensor: Tensor}|null} */ (null);
  sideways(table, {
    canStart: ({target}) => {
      const knob = /** @type {HTMLElement|null} */ (/** @type {HTMLElement} */ (target).closest(".tw-strides-knob"));
      held = knob && {dim: Number(knob.dataset.dim), tensor: state.shown().tensor};
      return held !== null;
    },
    move: (by) => {
      const {dim, tensor} = held;
      const stride = Math.max(0, tensor.strides[dim] + Math.round(by / STEP));
      if (stride !== state.shown().tensor.strides[dim]) {
        restride([...tensor.strides.with(dim, stride), tensor.offset]);
      }
    }
  });
}

const undoButton = (/** @type {Words} */ words, /** @type {() => void} */ act) => html`<button type="button" class="tw-button" aria-label=${words.undo}
  title=${words.undo} onclick=${act}>⌫</button>`;

/** The pile, the steps forward and back through it, and the chosen entry. */
function stateOf(/** @type {Operation[]} */ pile) {
  const now = {pile, step: pile.length, place: 6};
  let steps = runPile(pile);
  let grads = gradients(steps);
  const end = () => steps.length - 1 + grads.length;
  const go = (/** @type {number} */ step) => {
    now.step = Math.max(0, Math.min(end(), Math.round(step) || 0));
    now.place = Math.min(now.place, product(shown().tensor.shape) - 1);
  };
  const set = (/** @type {Operation[]} */ next) => {
    now.pile = next;
    steps = runPile(next);
    grads = gradients(steps);
    go(next.length);
  };
  /** Forward, a step for each operation; then the gradients, from the last one. */
  const shown = () => {
    if (now.step < steps.length) {
      const step = steps[now.step];
      return {step, tensor: step.tensor, isBack: false, wanted: step.kind === "error" ? step.wanted : undefined};
    }
    const at = grads.length - 1 - (now.step - steps.length);
    return {step: steps[at], tensor: grads[at], isBack: true, at};
  };
  return {
    now, end, go, set, shown,
    steps: () => steps, grads: () => grads, last: () => steps.findLast(({kind}) => !["error", "late"].includes(kind)).tensor,
    value: () => ({pile: linkOf(now.pile), step: now.step}),
    apply(/** @type {Settings} */ {pile: link, step}) {
      if (link !== undefined) set(pileOf(String(link)));
      if (step !== undefined) go(Number(step));
    },
    /** Makes strides that are set by hand the last operation. */
    stride(/** @type {number[]} */ numbers) {
      const {step, isBack} = shown();
      if (isBack) return true;
      const kept = now.pile.slice(0, now.step - (step.operation?.name === "strided" ? 1 : 0));
      const next = [...kept.slice(0, MOST - 1), {name: "strided", args: numbers}];
      const fits = runPile(next).at(-1).kind === "view";
      if (fits) set(next);
      return fits;
    }
  };
}

/** Buttons with the names of operations, and a field for any other; on a phone a list replaces them.
 * @param {string[]} names @param {Words} words @param {(operation: Operation|null, text: string) => void} add
 * @param {() => number[]} shape */
function adder(names, words, add, shape) {
  const button = (/** @type {string} */ name) => html`<button type="button" class="tw-strides-add"
    onclick=${() => add(fitting(name, shape()), name)}>${name}</button>`;
  const options = names.map((name) => html`<option>${name}</option>`);
  const list = html`<select class="tw-strides-list" aria-label=${words.add}><option value="">+ …</option>${options}</select>`;
  quietly(list, () => {
    if (list.value) add(fitting(list.value, shape()), list.value);
    list.value = "";
  });
  const field = html`<input type="text" aria-label=${words.ownOperation} placeholder=${words.orType}
    autocapitalize="off" autocomplete="off" spellcheck="false">`;
  quietly(field, () => {});
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !field.value.trim()) return;
    const operation = parse(field.value);
    add(operation && names.includes(operation.name) ? operation : null, field.value);
    if (operation) field.value = "";
  });
  const element = html`<div class="tw-strides-adding" role="group" aria-label=${words.add}>${names.map(button)}${field}</div>`;
  return Object.assign(element, {list});
}

const chipText = (/** @type {Pick<Step, "operation">} */ {operation}) => (operation ? written(operation) : "x");

/** The operations as buttons that lead to their steps, and a button for the gradient.
 * @param {State} state @param {Words} words @param {(step: number) => void} go */
function chips(state, words, go) {
  const {now} = state;
  const steps = state.steps();
  const chip = (/** @type {Step} */ step, /** @type {number} */ i) => html`<li class=${`is-${step.kind}`}><button type="button" aria-pressed=${String(
    now.step === i || (now.step >= steps.length && state.shown().at === i))} onclick=${() => go(i)}>${
    chipText(step)}</button></li>`;
  return [...steps.map(chip), html`<li class="is-gradient"><button type="button" aria-pressed=${String(now.step >= steps.length)}
    onclick=${() => go(state.end())}>∂ ${words.backStep}</button></li>`];
}

/** Shape, strides and index of the tensor; each stride can be dragged, or changed by arrow keys.
 * @param {ReturnType<State["shown"]>} shown @param {number} place @param {Words} words
 * @param {(numbers: number[]) => void} set */
function rule({tensor, isBack, step}, place, words, set) {
  const {index, text} = sumOf(tensor, place);
  const isFixed = isBack || step.kind === "error" || step.kind === "late";
  const knob = (/** @type {number} */ stride, /** @type {number} */ dim) => {
    if (isFixed) return html`<td>${stride}</td>`;
    const grip = html`<span class="tw-strides-knob" role="slider" tabindex="0" data-dim=${dim} aria-label=${words.strideOf(dim)}
      aria-valuemin="0" aria-valuemax="23" aria-valuenow=${stride}>${stride}</span>`;
    grip.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = byKey(event, {arrow: 1});
      if (!Number.isFinite(by)) return;
      event.preventDefault();
      event.stopPropagation();
      const room = grip.closest(".tw-strides-table");
      set([...tensor.strides.with(dim, Math.max(0, stride + by)), tensor.offset]);
      room.querySelector(`[data-dim="${dim}"]`)?.focus();
    });
    return html`<td>${grip}</td>`;
  };
  const cells = (/** @type {number[]} */ list) => list.map((one) => html`<td>${one}</td>`);
  return html`<table aria-label=${words.stride}>
    <tr><th scope="row">${words.shape}</th>${cells(tensor.shape)}</tr>
    <tr class="is-stride"><th scope="row">${words.stride}</th>${tensor.strides.map(knob)}</tr>
    <tr><th scope="row">${words.index}</th>${cells(index)}</tr>
    <tr class="is-sum"><th scope="row">${words.address}</th><td colspan="5">${text}</td></tr>
  </table>`;
}

/** @param {State} state @param {ReturnType<typeof sceneOf>["broken"]} broken @param {Words} words */
function sentenceOf(state, broken, words) {
  const {step, tensor, isBack, at} = state.shown();
  const count = product(tensor.shape);
  if (isBack) return backSentence(state, at, words);
  const text = step.operation && written(step.operation);
  const say = (/** @type {string|Part[]} */ one) => (typeof one === "string" ? [{text: one}] : one);
  const all = tensor.memory.numbers.length * BYTES;
  if (step.kind === "error" && broken) return words.refused(text, broken.expected, broken.address);
  if (step.kind === "error") return words.misfit(text);
  if (step.kind === "copy") return words.copy(text, count, count * BYTES);
  if (step.kind !== "view") return say(words[step.kind]);
  if (step.operation.name === "strided") return say(words.strided);
  return count < all / BYTES ? words.part(text, tensor.offset, all) : words.view(text);
}

function backSentence(/** @type {State} */ state, /** @type {number} */ at, /** @type {Words} */ words) {
  const grads = state.grads();
  if (at === grads.length - 1) return [{text: words.incoming(product(grads[at].shape))}];
  const {operation, kind} = state.steps()[at + 1];
  const {memory} = grads[at];
  const bytes = memory.numbers.length * BYTES;
  if (kind === "same") return [{text: words.backSame}];
  if (memory === grads[at + 1].memory) return words.backView(written(operation));
  if (!memory.isTray) return words.backCopy(written(operation), bytes);
  return words.backTray(written(operation), bytes, memory.ids.filter((ids) => ids.length === 0).length);
}

function tableOf(/** @type {State} */ state, /** @type {Words} */ words) {
  return rowsTable(words.pile, [words.pile, words.shape, words.stride], state.steps().map(({operation, tensor, kind}) =>
    [chipText({operation}), ...[tensor.shape, tensor.strides].map((list) => (kind === "error" ? "×" : `(${list.join(", ")})`))]));
}
