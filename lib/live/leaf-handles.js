import {numberFormat, toNumber} from "../diagrams/words/numbers.js";
import {snapped} from "./named-values.js";
import {squeezeEdge, squeezeNode} from "./squeeze.js";
import {figureWords} from "./words/words.js";
import {numberField} from "./number-field.js";
import {sideways} from "../diagrams/controls/drag.js";
import {byKey, scaleOf} from "../diagrams/controls/leaf-sliders.js";

/** Pixels of the screen along which the pointer moves a leaf from one end of its scale to the other. */
const LENGTH = 240;

/** From the side of a box to the end of its scale. */
const INDENT = 16;

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * What the handles of a figure share.
 *
 * @typedef {object} Leaves
 * @property {Trace} trace
 * @property {HTMLElement} frame of the drawing
 * @property {Map<number, import("../diagrams/controls/leaf-sliders.js").Scale>} scales by the leaf's id
 * @property {() => boolean} canMove
 * @property {() => Map<number, SVGElement>} nodes as drawn, by id: without those of folded groups
 * @property {ReturnType<typeof numberFormat>} format
 * @property {ReturnType<typeof figureWords>} says
 * @property {(id: number) => number} value of a leaf now
 * @property {(id: number, x: number) => void} move
 */

/**
 * Make the leaves of a drawing handles, which you drag along a scale, move by keys, or type.
 *
 * @param {LiveFigure} figure
 * @param {object} on
 * @param {(id: number, x: number) => void} on.move
 * @param {(id: number) => number} on.value of a leaf now
 * @returns {{show: () => void}} `show` brings the handles up to date
 */
export function leafHandles({element, trace, words, canMove, scales = scalesOf(trace)}, on) {
  const frame = /** @type {HTMLElement|null} */ (element.querySelector(".tw-frame"));
  if (!frame) return {show() {}}; // a tape has sliders alone
  const nodes = () => {
    /** @type {NodeListOf<SVGElement>} */
    const drawn = frame.querySelectorAll(".tw-graph .tw-node[data-node]");
    return new Map([...drawn].map((node) => [Number(node.dataset.node), node]));
  };
  const format = numberFormat(words.lang);
  /** @type {Leaves} */
  const leaves = {trace, frame, scales, canMove, nodes, format, says: figureWords(words.lang), ...on};
  // The room that the drawing has beside each arrow.
  /** @type {string[]} */
  const sent = [];
  for (const {sends} of trace.backward) {
    for (const {edge, contribution} of sends) sent[edge] = format.short(toNumber(/** @type {Entry} */ (contribution)));
  }
  const show = () => {
    const drawn = nodes();
    for (const id of scales.keys()) {
      const node = drawn.get(id);
      if (node) showHandle(node, id, leaves);
    }
    drawn.forEach(squeezeNode);
    for (const edge of frame.querySelectorAll(".tw-graph .tw-edge[data-edge]")) {
      squeezeEdge(edge, sent[Number(edge.getAttribute("data-edge"))]);
    }
    hideNote(frame);
  };
  listenToPointer(leaves, show);
  listenToKeys(leaves, show);
  element.addEventListener("tw-drawn", () => queueMicrotask(show));
  return {show};
}

/** @param {SVGElement} node @param {number} id @param {Leaves} leaves */
function showHandle(node, id, {trace, frame, scales, canMove, format, says, value}) {
  const {least, most} = scales.get(id);
  node.classList.toggle("is-handle", canMove());
  node.querySelector(".tw-scale")?.remove();
  if (!canMove()) return;
  const x = value(id);
  // Where the arrow keys follow the edges, they do so from a leaf with Shift.
  const name = says.leaf(trace.nodes[id].label, frame.querySelector(".tw-pannable") !== null);
  const label = node.getAttribute("aria-label");
  setAttributes(node, {
    role: "slider", "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": x,
    "aria-valuetext": format.exact(x), "aria-label": label.startsWith(name) ? label : `${name}. ${label}`
  });
  node.append(scaleBar(node.querySelector(".tw-box"), (x - least) / (most - least)));
}

/** A bar along the foot of a leaf, with a point at its value. */
function scaleBar(/** @type {SVGElement} */ box, /** @type {number} */ share) {
  const end = Number(box.getAttribute("width")) - INDENT;
  const at = INDENT + Math.min(1, Math.max(0, share)) * (end - INDENT);
  const bar = make("g", {class: "tw-scale", transform: `translate(0,${box.getAttribute("height")})`});
  bar.append(make("line", {x1: INDENT, x2: end, y1: 0, y2: 0}), make("circle", {cx: at, cy: 0, r: 6}));
  return bar;
}

/** Return the leaf that an event is about, or null if it cannot be moved now. */
function leafOf(/** @type {Element} */ target, /** @type {Leaves} */ {scales, canMove}) {
  const node = /** @type {SVGElement|null} */ (target.closest?.(".tw-node[data-node]"));
  const id = Number(node?.dataset.node ?? NaN);
  return scales.has(id) && canMove() ? id : null;
}

/** @param {Leaves} leaves @param {() => void} show */
function listenToPointer(leaves, show) {
  const {frame, scales, nodes, value, move} = leaves;
  let id = /** @type {number|null} */ (null);
  let from = 0;
  sideways(frame, {
    canStart(event) {
      id = leafOf(/** @type {Element} */ (event.target), leaves);
      if (id === null) return false;
      from = value(id);
      nodes().get(id).focus({preventScroll: true});
      if (event.pointerType === "mouse") event.preventDefault();
      show();
      return true;
    },
    start: () => frame.classList.add("is-held"),
    move(by) {
      const scale = scales.get(id);
      move(id, snapped(leaves.trace.nodes[id].label, from + (by / LENGTH) * (scale.most - scale.least), scale));
    },
    end(isTap) {
      frame.classList.remove("is-held");
      if (isTap) type(leaves, id, show);
      else show();
    }
  });
}

/** @param {Leaves} leaves @param {() => void} show */
function listenToKeys(leaves, show) {
  const {frame, scales, value, move} = leaves;
  frame.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input")) return;
    const id = leafOf(target, leaves);
    if (id === null) return;
    const isDigit = /^[-\d.,]$/.test(event.key);
    const scale = scales.get(id);
    const by = byKey(event, scale);
    if (by === undefined && event.key !== "Enter" && !isDigit) return;
    // Where arrow keys move along the edges, Shift with an arrow key does that from a leaf too.
    if (event.shiftKey && !isDigit && frame.querySelector(".tw-pannable")) return;
    event.preventDefault();
    event.stopPropagation();
    if (by === undefined) return type(leaves, id, show, isDigit ? event.key : undefined);
    move(id, scale.inside(value(id) + by));
  }, true);
}

/**
 * Open a field over a leaf.
 *
 * @param {Leaves} leaves
 * @param {number} id
 * @param {() => void} show
 * @param {string} [begun] the digit that a reader typed already
 */
function type({trace, frame, nodes, format, says, value, move}, id, show, begun) {
  numberField(frame, nodes().get(id), {
    text: begun ?? format.exact(value(id)),
    isBegun: begun !== undefined,
    label: says.typed(trace.nodes[id].label),
    onEnd(x) {
      nodes().get(id)?.focus({preventScroll: true});
      if (x === null) show();
      else move(id, x);
    }
  });
  hideNote(frame);
}

function hideNote(/** @type {HTMLElement} */ frame) {
  frame.querySelector(".tw-readout").setAttribute("hidden", "");
}

/** Return the scale of each leaf, by id. */
function scalesOf(/** @type {Trace} */ {nodes}) {
  const leaves = nodes.filter(({op}) => op === "leaf");
  const scales = leaves.map(({id, value}) => /** @type {const} */ ([id, scaleOf(toNumber(value))]));
  return new Map(scales.filter(([, scale]) => scale !== null));
}

/** @param {string} name @param {Record<string, string|number>} attributes */
function make(name, attributes) {
  return setAttributes(document.createElementNS(NAMESPACE, name), attributes);
}

/** @param {Element} element @param {Record<string, string|number>} attributes */
function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
