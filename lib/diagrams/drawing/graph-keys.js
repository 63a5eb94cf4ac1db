import {AXES} from "../layout/ports.js";
/** @import {Axes, GraphPlan, PlacedItem} from "../layout/types.js" */

/** @typedef {ReturnType<typeof import("./zoom.js").zoom>} Zoom */

/** Keys of the zoom, wherever in the drawing the focus is. @type {Record<string, (zoom: Zoom) => void>} */
const ZOOM = {
  "+": (zoom) => zoom.by(1),
  "=": (zoom) => zoom.by(1),
  "-": (zoom) => zoom.by(-1),
  0: (zoom) => zoom.all()
};

/**
 * What keys and clicks do in a drawing: arrow keys go along its edges, Enter or a click folds and
 * unfolds. Enter on a node inside an open group folds that group. Where a leaf takes the keys for
 * itself, they do all this with Shift.
 *
 * @param {HTMLElement} stage
 * @param {{view: () => import("./graph-view.js").GraphView, open: () => string[]|null, current: () => number}} now
 *   its view, the paths that are open, and the current item
 * @param {object} on
 * @param {(item: number) => void} on.focus
 * @param {(path: string, node: number) => void} on.turn folds or unfolds a group; the focus goes
 *   to the box in which the node then is
 * @param {Zoom} on.zoom
 * @param {boolean} on.byShift arrow keys need Shift
 */
export function graphKeys(stage, now, {focus, turn, zoom, byShift}) {
  const itemOf = (/** @type {Element} */ target) => now.view().marks.indexOf(target.closest(".tw-node"));
  const press = (/** @type {Element} */ target) => {
    /** @type {SVGElement|null} */
    const group = target.closest(".tw-group, .tw-fold")?.closest("[data-group]");
    if (!group || now.open() === null) return false;
    turn(group.dataset.group, Number(group.dataset.first));
    return true;
  };
  const foldAround = (/** @type {Element} */ target) => {
    const {items, frames} = now.view().plan;
    const frame = frames[items[itemOf(target)]?.frame];
    if (frame) turn(frame.path, frame.members[0]);
    return Boolean(frame);
  };
  const take = (/** @type {KeyPress} */ {key, target, shiftKey}) => {
    if (key in ZOOM) return ZOOM[key](zoom), true;
    if (!target.closest(".tw-node, .tw-fold")) return false;
    if (key === " ") return press(target);
    if (key === "Enter") return press(target) || foldAround(target);
    const isMove = /^(Arrow|Home|End)/.test(key) && (shiftKey || !byShift);
    if (!isMove || itemOf(target) === -1) return false;
    focus(nextMark(now.view().plan, now.current(), key));
    return true;
  };
  stage.addEventListener("keydown", (/** @type {KeyPress} */ event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  stage.addEventListener("click", (/** @type {Click} */ {target}) => {
    if (!press(target) && itemOf(target) !== -1) focus(itemOf(target));
  });
}

/** How much further a box that is not right beside seems. */
const ASLANT = 3;

/** What each arrow key does in a drawing of each direction.
 * @type {Record<"right"|"down", Record<string, "on"|"back"|1|-1>>} */
const KEYS = {
  down: {ArrowDown: "on", ArrowUp: "back", ArrowRight: 1, ArrowLeft: -1},
  right: {ArrowRight: "on", ArrowLeft: "back", ArrowDown: 1, ArrowUp: -1}
};

/**
 * Which box an arrow key leads to: along the drawing to what uses this one or to its operands, and
 * across it to the nearest beside.
 *
 * @param {Pick<GraphPlan, "items"|"edges"|"direction">} plan
 * @param {number} from position among its items
 * @param {string} key one of the arrow keys, Home or End
 * @returns {number} the same one where the key leads nowhere
 */
export function nextMark({items, edges, direction}, from, key) {
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  const move = KEYS[direction][key];
  const axes = AXES[direction];
  if (typeof move === "string") {
    /** @type {("from"|"to")[]} */
    const [near, far] = move === "on" ? ["from", "to"] : ["to", "from"];
    const linked = edges.filter((edge) => edge[near] === from).map((edge) => items[edge[far]]);
    return nearest(axes, items[from], linked, 1);
  }
  const here = axes.read(items[from]);
  const beside = items.filter((item) => {
    const {along, across} = axes.read(item);
    const reach = (axes.size(item).along + axes.size(items[from]).along) / 2;
    return move * (across - here.across) > 1 && Math.abs(along - here.along) < reach;
  });
  return nearest(axes, items[from], beside, ASLANT);
}

/** @param {Axes} axes @param {PlacedItem} item @param {PlacedItem[]} others @param {number} aslant */
function nearest(axes, item, others, aslant) {
  const here = axes.read(item);
  const distance = (/** @type {PlacedItem} */ other) => {
    const {along, across} = axes.read(other);
    return Math.abs(across - here.across) + aslant * Math.abs(along - here.along);
  };
  const [first] = [...others].sort((one, other) => distance(one) - distance(other));
  return (first ?? item).id;
}
