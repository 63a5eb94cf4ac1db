import {html} from "htl";
import {graphView} from "./graph-view.js";
import {layout} from "../layout/layout.js";
import {readout} from "../controls/readout.js";
import {scrolls} from "../figure/scroller.js";

/** A drawing shrinks to its room no further than this: past it, its stage scrolls. */
const SMALLEST_SCALE = 0.7;

/**
 * A graph that runs to the right or downwards, as its room allows. Only such a change redraws it.
 *
 * @param {Trace} trace
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLElement & {show: (state: import("../trace/state.js").State) => void,
 *   fit: (width: number) => {direction: "right"|"down", width: number, nodes: {x: number}[]}}} nothing is drawn before
 *   `fit` was told how much room there is; it returns what became of it
 */
export function responsiveGraph(trace, words) {
  const stage = html`<div class="tw-stage"></div>`;
  const note = readout(stage, (mark) => view.detail(mark));
  const element = html`<div class="tw-frame">${stage}${note}</div>`;
  let view = null;
  let drawn = "";
  let shown = null;

  const draw = (plan) => {
    view = graphView(trace, {words, plan});
    view.style.minWidth = `${Math.round(plan.width * SMALLEST_SCALE)}px`;
    if (shown) view.show(shown);
    stage.replaceChildren(view);
    element.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
  };
  const fit = (room) => {
    const plan = layout(trace, {width: room, lang: words.lang});
    const {direction, width, nodes} = plan;
    // Most changes of the room change neither the direction nor the distances.
    if (drawn !== `${direction} ${width}`) draw(plan);
    drawn = `${direction} ${width}`;
    scrolls(stage, words);
    return {direction, width, nodes};
  };
  const show = (state) => {
    shown = state;
    view?.show(state);
  };
  return Object.assign(element, {fit, show});
}
