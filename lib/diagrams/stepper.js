import {html} from "htl";
import {controls} from "./controls.js";
import {directionSwitch} from "./direction-switch.js";
import {fit} from "./fit.js";
import {keyboard} from "./keyboard.js";
import {linkedStep} from "./deep-link.js";
import {lock} from "./lock.js";
import {numberFormat} from "./numbers.js";
import {onceInView} from "./once-in-view.js";
import {position} from "./position.js";
import {problem} from "./problem.js";
import {responsiveGraph} from "./responsive-graph.js";
import {sentence} from "./sentence.js";
import {sentenceBox} from "./sentence-box.js";
import {state} from "./state.js";
import {steps as stepsOf} from "./steps.js";
import {strings} from "./strings.js";
import {tape} from "./tape.js";
import {validate} from "./validate.js";
import {walk} from "./walk.js";

/**
 * A trace walked through step by step: drawing, sentence, tape and controls.
 *
 * @param {object} trace
 * @param {object} [options]
 * @param {string} [options.lang] the page's language by default
 * @param {string} [options.id] id of the figure, for links such as `#fig-square?step=3`
 * @param {number} [options.step] where to begin; a link wins over it
 * @param {"both"|"switch"} [options.mode] `switch` shows one pass at a time
 * @param {"once"|false} [options.autoplay] plays once, slowly, when it comes into view
 * @param {string} [options.title] accessible name
 * @param {object} [options.labels] words to use instead of those of `strings(lang)`
 * @param {{step: number, prediction: HTMLElement}} [options.after] steps past `step` stay locked
 *   until the prediction is answered
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function stepper(trace, options = {}) {
  const words = {...strings(options.lang), ...options.labels};
  try {
    validate(trace);
    return build(trace, options, words);
  } catch (error) {
    return Object.assign(problem(error, words), {value: 0});
  }
}

function build(trace, options, words) {
  const steps = stepsOf(trace);
  const at = position(steps, options.mode ?? "both");
  const on = walk(at, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true})),
    isAlive: () => element.isConnected
  });
  const open = () => {
    at.limitTo(at.end);
    render();
  };
  const parts = makeParts(trace, steps, options, words, {...on, open});
  const element = assemble(trace, parts, options, words);
  const render = () => draw(parts, state(trace, at.index(), steps), at, on, options.mode);

  if (parts.lock && !options.after.prediction.value?.answered) at.limitTo(options.after.step);
  at.set(linkedStep(options.id, globalThis.location?.hash ?? "") ?? options.step ?? 0);
  render();
  keyboard(element, on);
  fit(element, parts.graph.fit);
  if (options.autoplay === "once") autoplay(element, on);
  return defineValue(element, at, render);
}

function makeParts(trace, steps, {mode, after}, words, on) {
  const told = steps.map((_, i) => sentence(trace, i, {lang: words.lang, steps}));
  const format = numberFormat(words.lang).short;
  const strip = tape(trace, steps, {format, onPick: on.go});
  return {
    graph: responsiveGraph(trace, words),
    sentence: sentenceBox(told),
    tape: strip,
    controls: controls(words, on, strip),
    direction: mode === "switch" ? directionSwitch(words, on.turn) : null,
    lock: after ? lock(after.prediction, words, on.open) : null
  };
}

function draw(parts, now, at, on, mode) {
  const {first, last} = at.range();
  const [isPlaying, isOnePass] = [on.isPlaying(), mode === "switch"];
  parts.graph.show(now);
  parts.tape.show(now);
  parts.sentence.show(now.index, on.isQuiet());
  parts.controls.show({index: now.index, first, last, end: at.end, isPlaying, isOnePass});
  parts.direction?.show(at.phase());
  parts.lock?.show(at.isAtLimit());
}

function assemble(trace, parts, {title}, words) {
  const root = trace.nodes.at(-1);
  return html`<div
    class="tw-stepper"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.title(root.label)}
  >
    ${parts.direction}${parts.graph}
    <div class="tw-panel">${parts.sentence}${parts.lock}${parts.controls}</div>
  </div>`;
}

/** The play button ends an autoplay by itself; every other touch ends it here. */
function autoplay(element, on) {
  const cancel = onceInView(element, on.playUnasked);
  const end = (event) => {
    cancel();
    if (!event.target.closest(".tw-play") && event.key !== " ") on.stop();
  };
  for (const name of ["pointerdown", "keydown"]) element.addEventListener(name, end);
}

/** As Observable's inputs do: setting `value` draws it and dispatches nothing. */
function defineValue(element, at, render) {
  return Object.defineProperty(element, "value", {
    get: () => at.index(),
    set: (step) => {
      at.set(step);
      render();
    }
  });
}
