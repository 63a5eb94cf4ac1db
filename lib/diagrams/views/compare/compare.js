import {html} from "htl";
import {asked, followLink, stepIn} from "../../figure/links.js";
import {figure} from "../../figure/figure.js";
import {nodeName} from "../../words/names.js";
import {numberFormat} from "../../words/numbers.js";
import {state} from "../../trace/state.js";
import {stepper} from "../stepper/stepper.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {TraceError} from "../../trace/trace-error.js";
import {validate} from "../../trace/validate.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * Two traces of one graph side by side, at the same step: the right walk and a wrong one, or one
 * program at two places. The numbers that differ are marked, and the first of them is said.
 *
 * @param {Trace} trace
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the step; a change dispatches `input`
 */
export function compare(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace);
    const other = options.beside?.trace;
    validate(other);
    if (form(trace) !== form(other)) throw new TraceError("otherGraph");
    return build([trace, other], options, words);
  }, own);
}

function form({nodes, edges}) {
  return JSON.stringify([nodes.map(({op}) => op), edges.map(({from, to}) => [from, to])]);
}

function build(traces, {id, label, beside, step = 0, title}, words) {
  const one = label ?? words.compareNames[0];
  const other = beside.label ?? words.compareNames[1];
  const walks = traces.map((trace) => ({trace, steps: stepsOf(trace)}));
  // A wrong walk is none that the engine would take: no leaf of it can be moved.
  const views = traces.map((trace, i) =>
    stepper(trace, {lang: words.lang, title: [one, other][i], live: false})
  );
  const told = html`<p class="tw-differs" role="status"></p>`;
  const element = html`<div
    class="tw-compare" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.comparing(one, other)}
  >
    ${told}
    <div class="tw-pair">${views.map((view, i) => html`<section aria-label=${[one, other][i]}>
      <p class="tw-pair-name">${[one, other][i]}</p>${view}
    </section>`)}</div>
  </div>`;
  // The walk with more steps leads; the other one waits at its end.
  const leader = walks[0].steps.length >= walks[1].steps.length ? 0 : 1;
  views[1 - leader].classList.add("is-led");
  let now = 0;
  const show = (to) => {
    now = Math.max(0, Math.min(walks[leader].steps.length - 1, Math.round(to) || 0));
    for (const view of views) if (view.value !== now) view.value = now;
    mark();
  };
  const mark = () => {
    const states = walks.map(({trace, steps}) => state(trace, Math.min(now, steps.length - 1), steps));
    const found = differences(states);
    const ids = new Set(found.map(({node}) => node));
    for (const view of views) {
      view.querySelectorAll(".tw-node").forEach((node, at) => {
        node.classList.toggle("is-different", ids.has(at));
      });
    }
    told.classList.toggle("is-same", found.length === 0);
    const text = tell(found, traces[0], [one, other], words);
    if (told.textContent !== text) told.textContent = text;
  };
  views.forEach((view) => {
    view.addEventListener("input", (event) => {
      event.stopPropagation();
      show(view.value);
      element.dispatchEvent(new Event("input", {bubbles: true}));
    });
    view.addEventListener("tw-drawn", mark);
  });
  Object.defineProperty(element, "value", {get: () => now, set: show});
  followLink(element, id, {
    read: () => ({step: now}),
    apply: (parameters) => show(stepIn(parameters) ?? now)
  });
  show(stepIn(asked(id)) ?? step);
  return element;
}

/** What differs at a step: gradients that have arrived, and values that are known. */
function differences([one, other]) {
  return one.nodes.flatMap((node, at) => {
    const its = other.nodes[at];
    if (node.isKnown && its.isKnown && !Object.is(node.value, its.value)) {
      return [{node: at, kind: "value", numbers: [node.value, its.value]}];
    }
    return Object.is(node.grad, its.grad) ? [] : [{node: at, kind: "grad", numbers: [node.grad, its.grad]}];
  }).reverse();
}

/** The one nearest to the root first: from there the others follow. */
function tell(found, trace, [one, other], words) {
  if (found.length === 0) return words.noDifference;
  const [{node, kind, numbers}] = found;
  const {short} = numberFormat(words.lang);
  const name = nodeName(trace.nodes[node], words, short);
  const [its, their] = numbers.map((x) => (x === null ? words.nothingYet : short(x)));
  const what = kind === "value" ? words.valueOfNode(name) : words.gradientOfNode(name);
  return words.differs(what, one, its, other, their) + words.moreDiffer(found.length - 1);
}
