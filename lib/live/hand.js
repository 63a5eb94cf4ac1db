import {numberFormat, toNumber} from "../diagrams/words/numbers.js";
import {readGuess} from "../diagrams/questions/guess.js";
import {scaleOf} from "../diagrams/figure/scale.js";
import {words as known} from "./words.js";

/** Pixels of the screen along which the pointer takes a leaf from one end to the other. */
const LENGTH = 240;

/** A pointer that moves less has tapped. */
const TAP = 4;

/** Advance of a character of the drawing's font, in ems; what a box leaves free; ends of a scale. */
const ADVANCE = 0.6;
const INSET = 5;
const INDENT = 16;

const NAMESPACE = "http://www.w3.org/2000/svg";

const KEYS = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10,
  Home: -Infinity, End: Infinity
};

/**
 * The leaves of a drawing as handles: dragged along a scale, moved by keys, typed.
 *
 * @param {import("../diagrams/figure/live.js").LiveFigure} figure
 * @param {object} on
 * @param {(id: number, x: number) => void} on.move
 * @param {(id: number) => number} on.value of a leaf now
 * @returns {{show: () => void}} `show` brings the handles up to date
 */
export function handles({element, trace, words, canMove, scales = scalesOf(trace)}, on) {
  const format = numberFormat(words.lang);
  const says = known[words.lang];
  const frame = element.querySelector(".tw-frame");
  if (!frame) return {show() {}}; // a tape has sliders alone
  /** What is drawn of the nodes, by id: not those in a folded group. */
  const marks = () => {
    /** @type {NodeListOf<SVGElement>} */
    const nodes = frame.querySelectorAll(".tw-graph .tw-node[data-node]");
    return new Map([...nodes].map((mark) => [Number(mark.dataset.node), mark]));
  };
  const idOf = (target) => {
    const id = Number(target.closest?.(".tw-node[data-node]")?.dataset.node ?? NaN);
    return scales.has(id) && canMove() ? id : null;
  };
  // Where arrow keys go along the edges, they do so from a leaf with Shift.
  const nameOf = (id) => says.leaf(trace.nodes[id].label, frame.querySelector(".tw-pannable") !== null);
  const hideNote = () => frame.querySelector(".tw-readout").setAttribute("hidden", "");
  // What the drawing has room for beside each arrow.
  const sent = [];
  for (const {sends} of trace.backward) {
    for (const {edge, contribution} of sends) sent[edge] = format.short(toNumber(contribution));
  }
  let held = null;

  const show = () => {
    const nodes = marks();
    for (const [id, {least, most}] of scales) {
      const mark = nodes.get(id);
      if (!mark) continue;
      mark.classList.toggle("is-handle", canMove());
      if (!canMove()) continue;
      const name = nameOf(id);
      mark.setAttribute("role", "slider");
      mark.setAttribute("aria-valuemin", String(least));
      mark.setAttribute("aria-valuemax", String(most));
      mark.setAttribute("aria-valuenow", String(on.value(id)));
      mark.setAttribute("aria-valuetext", format.exact(on.value(id)));
      const said = mark.getAttribute("aria-label");
      if (!said.startsWith(name)) mark.setAttribute("aria-label", `${name}. ${said}`);
    }
    nodes.forEach(squeezeNode);
    for (const edge of frame.querySelectorAll(".tw-graph .tw-edge[data-edge]")) {
      squeezeEdge(edge, sent[Number(edge.getAttribute("data-edge"))]);
    }
    drawScales(nodes);
    hideNote();
  };

  /** A bar along the foot of each leaf, and its place on it. */
  const drawScales = (nodes) => {
    for (const [id, {least, most}] of scales) {
      const mark = nodes.get(id);
      mark?.querySelector(".tw-scale")?.remove();
      if (!mark?.classList.contains("is-handle")) continue;
      const box = mark.querySelector(".tw-box");
      const width = Number(box.getAttribute("width"));
      const height = Number(box.getAttribute("height"));
      const share = Math.min(1, Math.max(0, (on.value(id) - least) / (most - least)));
      const group = make("g", {class: "tw-scale", transform: `translate(0,${height})`});
      const from = INDENT;
      const to = width - INDENT;
      group.append(
        make("line", {x1: from, x2: to, y1: 0, y2: 0}),
        make("circle", {cx: from + share * (to - from), cy: 0, r: 6})
      );
      mark.append(group);
    }
  };

  const down = (event) => {
    const id = event.button === 0 ? idOf(event.target) : null;
    if (id === null) return;
    const mark = marks().get(id);
    held = {id, pointer: event.pointerId, from: event.clientX, at: on.value(id), isTap: true};
    frame.setPointerCapture(event.pointerId);
    mark.focus({preventScroll: true});
    event.preventDefault();
    show();
  };
  const move = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const by = event.clientX - held.from;
    if (held.isTap && Math.abs(by) < TAP) return;
    held.isTap = false;
    frame.classList.add("is-held");
    const scale = scales.get(held.id);
    on.move(held.id, scale.snap(held.at + (by / LENGTH) * (scale.most - scale.least)));
  };
  const up = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const {id, isTap} = held;
    held = null;
    frame.classList.remove("is-held");
    if (isTap && event.type === "pointerup") type(id);
    else show();
  };
  const press = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
    const id = idOf(event.target);
    if (id === null) return;
    const isDigit = /^[-\d.,]$/.test(event.key);
    if (KEYS[event.key] === undefined && event.key !== "Enter" && !isDigit) return;
    if (event.shiftKey && !isDigit) return; // goes on along the edges
    event.preventDefault();
    event.stopPropagation();
    if (KEYS[event.key] === undefined) return type(id, isDigit ? event.key : undefined);
    const {step, inside} = scales.get(id);
    on.move(id, inside(on.value(id) + KEYS[event.key] * step));
  };

  /** A field over the leaf: Enter takes what was typed, Esc leaves it. */
  const type = (id, begun) => {
    const mark = marks().get(id);
    const field = document.createElement("input");
    Object.assign(field, {type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false});
    field.className = "tw-typed";
    field.value = begun ?? format.exact(on.value(id));
    field.setAttribute("aria-label", says.typed(trace.nodes[id].label));
    const box = mark.getBoundingClientRect();
    const room = frame.getBoundingClientRect();
    field.style.left = `${Math.max(0, box.left - room.left)}px`;
    field.style.top = `${box.top - room.top}px`;
    const end = (isTaken) => {
      const x = isTaken ? readGuess(field.value) : null;
      field.onblur = null;
      field.remove();
      marks().get(id)?.focus({preventScroll: true});
      if (x !== null && Number.isFinite(x)) on.move(id, x);
      else show();
    };
    field.onblur = () => end(true);
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        end(event.key === "Enter");
      }
    });
    for (const name of ["input", "change"]) field.addEventListener(name, (e) => e.stopPropagation());
    frame.append(field);
    hideNote();
    field.focus({preventScroll: true});
    if (begun === undefined) field.select();
  };

  frame.addEventListener("pointerdown", down);
  frame.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) frame.addEventListener(name, up);
  frame.addEventListener("keydown", press, true);
  element.addEventListener("tw-drawn", () => queueMicrotask(show));
  return {show};
}

/** Each leaf can go along a scale of its own, by id. */
function scalesOf({nodes}) {
  const leaves = nodes.filter(({op}) => op === "leaf");
  const scales = leaves.map(({id, value}) => /** @type {const} */ ([id, scaleOf(toNumber(value))]));
  return new Map(scales.filter(([, scale]) => scale !== null));
}

/** Numbers that outgrow their node are set closer. */
function squeezeNode(node) {
  const width = Number(node.querySelector(".tw-box").getAttribute("width"));
  for (const text of node.querySelectorAll(".tw-value text, .tw-gradient text")) {
    const isMiddle = text.getAttribute("text-anchor") === "middle";
    squeeze(text, width - INSET - (isMiddle ? INSET : Number(text.getAttribute("x"))), 16);
  }
}

/** So are those on the arrows; what was sent has room for a character more than at first. */
function squeezeEdge(edge, sent = "") {
  const pill = edge.querySelector(".tw-local rect");
  if (pill) squeeze(edge.querySelector(".tw-local text"), pill.getAttribute("width") - INSET, 14);
  const text = edge.querySelector(".tw-contribution");
  if (text) squeeze(text, (sent.length + 3) * 14 * ADVANCE, 14);
}

function squeeze(text, room, size) {
  if ([...text.textContent].length * size * ADVANCE > room) {
    text.setAttribute("textLength", Math.round(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  } else {
    text.removeAttribute("textLength");
  }
}

function make(name, attributes) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
