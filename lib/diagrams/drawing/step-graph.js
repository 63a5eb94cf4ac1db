import {html} from "htl";
import {openGroups} from "../layout/fold.js";
import {graphPlan} from "../layout/folded-layout.js";
import {isSmall} from "../layout/layout.js";
import {foldableGraph} from "./foldable-graph.js";
import {graphView} from "./graph-view.js";
import {readout, scrolls} from "./stage.js";
/** @import {GraphPlan} from "../layout/types.js" */
/** @import {State, Step} from "../trace/steps.js" */
/** @import {GraphView} from "./graph-view.js" */

/** Larger graphs begin with their groups folded. */
export const MOST_UNFOLDED = 24;

/**
 * The drawing in a stepper: a small graph of numbers as it is, any other with groups that fold.
 *
 * @param {Trace} trace
 * @param {Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {{asked?: string, open?: string[]}} options: the paths of the groups `open` at first, and those that an
 *   address `asked` for
 * @returns {HTMLElement & {show: (state: State) => void,
 *   fit: (width: number, height?: number) => {direction: string, width: number}, tall: (width: number) => number,
 *   low?: () => number, openNow: () => string|null, turnTo: (paths: string|undefined) => void}} `openNow` names
 *   the open groups for an address, `turnTo` opens those that an address names
 */
export function stepGraph(trace, steps, words, {asked, open = []}) {
  const groups = openGroups(trace);
  if (isSmall(trace) && groups.all.length === 0) {
    const openNow = () => /** @type {string|null} */ (null);
    return Object.assign(responsiveGraph(trace, steps, words), {openNow, turnTo: () => {}});
  }
  const canFold = groups.all.length > 0 && trace.nodes.length > MOST_UNFOLDED;
  const first = asked === undefined ? groups.known(open) : groups.read(asked);
  const drawing = foldableGraph(trace, steps, words, {open: canFold ? first : null, byShift: true});
  const turnTo = (/** @type {string|undefined} */ paths) => {
    if (canFold && paths !== undefined) drawing.turnAll(groups.read(paths));
  };
  const openNow = () => (canFold ? groups.write(drawing.open) : null);
  return Object.assign(drawing, {openNow, turnTo});
}

/** A drawing shrinks to its room no further than this: past it, its stage scrolls. */
const SMALLEST_SCALE = 0.7;

/** In a picture, no further than to type of 11 px; past it, the picture follows the step. */
const SMALLEST_TYPE = 11 / 16;

/** The least room that a drawing has in a picture. */
const PHONE = {room: 358, height: 247};

/** A graph that runs to the right or downwards, as its room allows. It is drawn when `fit` gives it room. */
function responsiveGraph(/** @type {Trace} */ trace, /** @type {Step[]} */ steps, /** @type {Words} */ words) {
  const stage = html`<div class="tw-stage"></div>`;
  const note = readout(stage, (mark) => view.detail(mark));
  const element = html`<div class="tw-frame">${stage}${note}</div>`;
  let view = /** @type {GraphView|null} */ (null);
  let drawn = "";
  let shown = /** @type {State|null} */ (null);

  /** @param {{room: number, height?: number}} room */
  const planIn = (room) => graphPlan(trace, steps, {open: null, words, ...room});
  const draw = (/** @type {GraphPlan} */ plan) => {
    view = graphView(trace, {words, plan, isPlain: true});
    view.style.minWidth = `${Math.round(plan.width * SMALLEST_SCALE)}px`;
    if (shown) view.show(shown);
    stage.replaceChildren(view);
    element.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
  };
  const fit = (/** @type {number} */ room, /** @type {number|undefined} */ height) => {
    const plan = planIn({room, height});
    const {direction, width, items} = plan;
    // Most changes of the room change neither the direction nor the distances.
    if (drawn !== `${direction} ${width} ${plan.height}`) draw(plan);
    drawn = `${direction} ${width} ${plan.height}`;
    const scale = height ? Math.max(SMALLEST_TYPE, Math.min(1, room / width, height / plan.height)) : 1;
    if (height) {
      const size = {width: `${width * scale}px`, height: `${plan.height * scale}px`};
      Object.assign(view.style, {minWidth: "0", maxWidth: "none", ...size});
    }
    scrolls(stage, words);
    return {direction, width, nodes: items, scale};
  };
  const show = (/** @type {State} */ state) => {
    shown = state;
    view?.show(state);
  };
  const tall = (/** @type {number} */ room) => planIn({room}).height;
  const low = () => planIn(PHONE).height * SMALLEST_TYPE;
  return Object.assign(element, {fit, show, tall, low});
}
