import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {choices} from "../../controls/choices.js";
import {lock} from "../../controls/lock.js";
import {quietly} from "../../controls/quietly.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {mountain} from "./drawing.js";
import {fitToRoom, percentOf, resetButton, showEffect, switchOf, table, verdict} from "./parts.js";
import {planned} from "./planned.js";
import {CARDS, changed, changesOf, HANDLES, limitOf, measured, modelsOf, placesOf, SWITCHES} from "./state.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Moment, Setting} from "./bytes.js" */
/** @import {Plan} from "./planned.js" */
/** @import {Handle, Model, Step} from "./state.js" */

/**
 * One training step of a GPT as a mountain of bytes, with handles for the model's sizes, switches for
 * what is saved, and the line of the reader's card. `bytes.js` computes the bytes.
 *
 * @param {{models?: Record<string, Model>, plan?: Plan}} data the models by name, as `tapewalk_course.held` has them;
 *   or a step of the reader's own model, as `tapewalk.plan` does
 * @param {Options & {card?: number}} [options] those of `view.json`
 * @returns {View<Settings>} a change dispatches `input`
 *
 * @typedef {{model: string, card: number, handle: Handle, ghost: Step|null, now: Step, moment: Moment|null,
 *   isOpen: boolean}} State `handle` is the one that a phone shows
 * @typedef {Partial<Record<string, string|number>>} Asked of a link or a page
 */
export function held(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    data?.plan ? planned(data.plan, options, words) : build(modelsOf(data), options, words), own);
}

/** @param {Record<string, Model>} models @param {OptionsOf<typeof held>} options @param {Words} words */
function build(models, {id, title, after, card = 24}, words) {
  const first = Object.keys(models)[0];
  /** @type {State} */
  const state = {
    model: first, card, handle: "texts", ghost: null, now: measured(models[first].setting), moment: null,
    isOpen: !after || Boolean(after.prediction.value?.answered) || kept(id) !== null
  };
  const base = () => models[state.model].setting;
  const drawing = mountain(words, (place) => {
    state.moment = state.now.moments[place];
    render();
  });
  const box = sentenceBox([[{text: "\u2007\u2007 ".repeat(33)}]]);
  const entries = Object.entries(models).map(([value, {label}]) => ({value, text: label}));
  const cards = CARDS.map((count) => ({value: String(count), text: words.gigabytes(count)}));
  const picks = {
    model: choices(words.model, entries, (name) => change(() => apply({model: name}))),
    card: choices(words.card, cards, (count) => change(() => apply({card: count})))
  };
  const go = (/** @type {Setting} */ setting) => {
    Object.assign(state, {ghost: state.now, now: measured(setting), moment: null});
    render();
  };
  const change = (/** @type {() => void} */ act) => {
    act();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const handles = handleRow(words, state, (name, place) => {
    const places = placesOf(name, state.now.setting);
    change(() => go(changed(state.now.setting, name, places[place])));
  });
  const switches = SWITCHES.map((name) => switchOf(words.switches[name], () =>
    change(() => go({...state.now.setting, [name]: !state.now.setting[name]}))));
  const reset = resetButton(words, () => change(() => apply({model: state.model})));
  const waits = after ? lock(after.prediction, words, () => {
    state.isOpen = true;
    render();
  }) : null;
  const read = () => settingsOf(state);
  const copy = copyLink(id, read, words);
  const element = html`<div class="tw-held-figure tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.heldPanel}>
    <div class="tw-held-top">${picks.model}${picks.card}</div>
    ${drawing}${box}${waits}
    <div class="tw-line tw-held-line" role="group" aria-label=${words.controls}>${handles}${reset}${copy}</div>
    <div class="tw-held-switches">${switches}</div>
  </div>`;
  const refresh = twin(element, () => table(state.now, words), words, {picture: [drawing]});

  const render = () => {
    const moment = state.moment ?? state.now.peak;
    element.classList.toggle("is-waiting", !state.isOpen);
    drawing.show({...state, moment});
    box.say([{text: state.isOpen ? told(state, models[state.model], words) : words.baseOnly}], false);
    picks.model.show(state.model);
    picks.card.show(String(state.card));
    handles.show(state.now.setting);
    SWITCHES.forEach((name, i) => {
      const {now} = state;
      const other = measured({...now.setting, [name]: !now.setting[name]});
      showEffect(switches[i], {isOn: Boolean(now.setting[name]), now, other}, words);
    });
    reset.disabled = changesOf(state.now.setting, base()) === 0;
    waits?.show(!state.isOpen);
    refresh();
  };
  function apply(/** @type {Asked} */ parameters) {
    if (CARDS.includes(Number(parameters.card))) state.card = Number(parameters.card);
    const next = settingOf(parameters, models, state);
    if (next) {
      const former = state.now.setting;
      if (models[parameters.model]) state.model = String(parameters.model);
      go(next);
      // Another model has another scale: the former mountain does not compare with it.
      if (former.vocab !== next.vocab || changesOf(next, base()) === 0) state.ghost = null;
    }
    render();
  }
  apply(asked(id) ?? {});
  fitToRoom(element, drawing, words);
  return connect(element, id, {read, apply});
}

function settingsOf(/** @type {State} */ {model, card, now: {setting}}) {
  const settings = [...HANDLES, ...SWITCHES].map((name) => [name, Number(setting[name])]);
  return {model, card, ...Object.fromEntries(settings)};
}

/** The setting that a phrase asks for, null for none; sizes that it does not name are those of its model.
 * @param {Asked} parameters @param {Record<string, Model>} models @param {State} state */
function settingOf(parameters, models, {now}) {
  const model = models[parameters.model];
  if (!model && ![...HANDLES, ...SWITCHES].some((name) => parameters[name] !== undefined)) return null;
  let setting = model ? model.setting : now.setting;
  for (const name of HANDLES) {
    const value = Number(parameters[name]);
    if (value >= 1) setting = changed(setting, name, value);
  }
  for (const name of SWITCHES) {
    if (parameters[name] !== undefined) setting = {...setting, [name]: Number(parameters[name]) > 0};
  }
  return setting;
}

/** A slider for each size; on a phone one of them, and a list to choose it from.
 * @param {Words} words @param {State} state @param {(name: Handle, place: number) => void} onChange */
function handleRow(words, state, onChange) {
  const {short} = numberFormat(words.lang);
  const sliders = HANDLES.map((name) => {
    const slider = html`<input type="range" class="tw-range" min="0" step="1">`;
    quietly(slider, () => onChange(name, slider.valueAsNumber));
    return html`<label class="tw-held-handle"><span><span>${words.sizes[name]}</span> <b></b></span>${slider}</label>`;
  });
  const list = html`<select class="tw-held-list" aria-label=${words.handle}>
    ${HANDLES.map((name) => html`<option value=${name}>${words.sizes[name]}</option>`)}
  </select>`;
  quietly(list, () => {
    state.handle = list.value;
    element.show(state.now.setting);
  });
  const element = html`<div class="tw-held-handles">${list}${sliders}</div>`;
  return Object.assign(element, {
    show(/** @type {Setting} */ setting) {
      list.value = state.handle;
      sliders.forEach((label, i) => {
        const name = HANDLES[i];
        const places = placesOf(name, setting);
        const slider = label.lastElementChild;
        Object.assign(slider, {max: places.length - 1, value: places.indexOf(setting[name])});
        slider.setAttribute("aria-valuetext", short(setting[name]));
        label.querySelector("b").textContent = short(setting[name]);
        label.classList.toggle("is-chosen", name === state.handle);
      });
    }
  });
}

function told(/** @type {State} */ {now, card}, /** @type {Model} */ {setting, task}, /** @type {Words} */ words) {
  // What a task begins with is not counted as a change.
  const count = Math.min(...[setting, {...setting, ...task}].map((base) => changesOf(now.setting, base)));
  const left = limitOf(card) - now.peak.total;
  const work = percentOf(now.work / measured({...now.setting, checkpoint: false, fused: false}).work - 1, words);
  const parts = [verdict(now.peak, limitOf(card), words)];
  if (count > 0) parts.push(words.changed(count));
  else if (left < 0 && now.base <= limitOf(card)) parts.push(words.task(card));
  if (left < 0 && now.base > limitOf(card)) parts.push(words.hopeless(bytesText(now.base, words.lang)));
  if (work) parts.push(words.work(work));
  return parts.join(" ");
}
