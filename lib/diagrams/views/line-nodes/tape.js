import {create} from "d3-selection";
import {html} from "htl";
import {sideways} from "../../controls/drag.js";
import {kindsOf} from "./data.js";

/** Width of a box with a name, of a box without one, and of the gap between boxes. */
const NAMED = 61;
const BARE = 20;
const GAP = 4;
/** The least height of a row in which names can be read, and the most of any row. */
const READABLE = 18.5;
const HIGHEST = 38;
/** Height of a part's name, of the gap between parts without names, and of the legend. */
const NAME = 17;
const APART = 5;
const LEGEND = 24;
/** A press that is nearer to a box than these pixels chooses it. */
const NEAR = 12;

/** Names that would not fit into a box. */
const SHORT = {
  Embedding: "Embed", NativeLayerNorm: "Norm", LayerNorm: "Norm", Transpose: "Transp", ReshapeAlias: "Alias",
  UnsafeView: "UView", LogSoftmax: "LogSoft", CrossEntropy: "CrossE", Attention: "Fused",
  ScaledDotProductFlashAttentionForCpu: "Fused", ScaledDotProductFusedAttentionOverrideable: "Fused"
};

/** @param {{op: string}} node */
export const shortName = ({op}) => SHORT[op] ?? op;

/**
 * A tape as boxes in the order in which the nodes were made, row by row.
 *
 * @param {Words} words
 * @param {{press: (at: number) => void, point: (at: number|null) => void, go: (by: number) => void}} on
 */
export function tapeDrawing(words, on) {
  const stage = html`<div class="tw-tape-boxes" tabindex="0" role="slider" aria-valuemin="1"></div>`;
  let room = {width: 640, height: 420};
  let boxes = [];
  let tape = null;
  let shown = null;
  const draw = () => {
    if (!tape) return;
    const {svg, places} = drawn(tape.places, room, words);
    boxes = places;
    stage.replaceChildren(svg);
    if (shown) light(shown);
  };
  const light = ({line, node, isKnown}) => boxes.forEach(({mark}, i) => {
    const place = tape.places[i];
    const known = isKnown(place.line);
    mark.classList.toggle("is-blank", !known);
    mark.classList.toggle("is-lit", known && place.line === line);
    mark.classList.toggle("is-dim", known && line !== null && place.line !== line);
    mark.classList.toggle("is-here", i === node);
  });
  const at = (event) => {
    const {left, top} = stage.getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    const away = ({x: bx, y: by, wide, high}) =>
      Math.hypot(Math.max(bx - x, 0, x - bx - wide), Math.max(by - y, 0, y - by - high));
    const best = boxes.reduce((near, box, i) => (away(box) < away(boxes[near]) ? i : near), 0);
    return boxes.length > 0 && away(boxes[best]) < NEAR ? best : null;
  };
  stage.addEventListener("pointermove", (event) => event.pointerType === "mouse" && on.point(at(event)));
  stage.addEventListener("pointerleave", () => on.point(null));
  // Without the class, a drawing that is fitted anew would run the animation again.
  stage.addEventListener("animationend", ({target}) => {
    if (target === boxes.at(-1)?.mark) stage.classList.remove("is-written");
  });
  const choose = (event) => at(event) !== null && on.press(at(event));
  sideways(stage, {
    canStart: () => true,
    move: (_, event) => choose(event),
    end: (isTap, event) => isTap && choose(event)
  });
  stage.addEventListener("keydown", (event) => {
    const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity}[event.key];
    if (!by) return;
    event.preventDefault();
    on.go(by);
  });
  return Object.assign(stage, {
    fit(width, height) {
      room = {width, height};
      draw();
    },
    fill(next, isWritten) {
      tape = next;
      draw();
      stage.classList.toggle("is-written", isWritten);
    },
    show(now) {
      shown = now;
      light(now);
      const {node, isKnown, sentence} = now;
      const {length} = tape.places;
      stage.setAttribute("aria-label", words.tapeOf(String(length)));
      stage.setAttribute("aria-valuemax", String(length));
      stage.setAttribute("aria-valuenow", String((node ?? 0) + 1));
      stage.setAttribute("aria-valuetext", sentence);
      stage.classList.toggle("is-known", isKnown(-1));
    }
  });
}

/** The parts of the tape: embedding, each block, head and loss. */
function sectionsOf(places, words) {
  const sections = [];
  places.forEach(({block}, i) => {
    if (i === 0 || block !== places[i - 1].block) sections.push({block, from: i, count: 0});
    sections.at(-1).count += 1;
  });
  const last = Math.max(...places.map(({block}) => block));
  const {embedding, block: nameOf, head} = words.parts;
  const name = (block) => (block < 0 ? embedding : block === last ? head : nameOf(block));
  return sections.map((one) => ({...one, name: name(one.block)}));
}

/** Columns and heights: boxes have names where each row is high enough for them. */
function plan(sections, {width, height}) {
  const laid = (wide, around) => {
    const columns = Math.max(1, Math.floor((width + GAP) / (wide + GAP)));
    const rows = sections.reduce((sum, {count}) => sum + Math.ceil(count / columns), 0);
    const isWhole = around === NAME;
    const free = height - around * sections.length - (isWhole ? LEGEND : 0);
    return {columns, pitch: Math.min(HIGHEST, free / rows), around, isWhole, isNamed: wide === NAMED};
  };
  const tries = [laid(NAMED, NAME), laid(NAMED, APART)];
  return tries.find(({pitch}) => pitch >= READABLE) ?? laid(BARE, APART);
}

function drawn(tape, room, words) {
  const sections = sectionsOf(tape, words);
  const {columns, pitch, around, isNamed, isWhole} = plan(sections, room);
  const {width, height} = room;
  const wide = (width - GAP * (columns - 1)) / columns;
  const high = pitch - 5;
  const svg = create("svg:svg").attr("class", "tw-graph tw-line-tape").attr("width", width).attr("height", height)
    .attr("viewBox", `0 0 ${width} ${height}`).attr("aria-hidden", "true");
  const text = (parent, name, x, y, content, anchor = "start") => parent.append("text").attr("class", name)
    .attr("x", x).attr("y", y).attr("text-anchor", anchor).text(content);
  const places = [];
  let top = 0;
  for (const {name, from, count} of sections) {
    if (isWhole) text(svg, "tw-part-name", 0, top + 13, name);
    top += around;
    for (let i = 0; i < count; i++) {
      const {node} = tape[from + i];
      const x = (i % columns) * (wide + GAP);
      const y = top + Math.floor(i / columns) * pitch;
      const mark = svg.append("g").attr("class", `tw-tape-box is-${node.kind}`).style("--at", from + i);
      mark.append("rect").attr("class", "tw-box").attr("x", x).attr("y", y).attr("width", wide).attr("height", high)
        .attr("rx", 2);
      if (node.kind === "copy") mark.append("path").attr("class", "tw-hatch").attr("d", hatch(x, y, wide, high));
      if (isNamed) text(mark, "tw-box-name", x + wide / 2, y + high / 2 + 4.5, shortName(node), "middle");
      if (node.saved.length > 0) {
        mark.append("rect").attr("class", "tw-tray").attr("x", x + wide * 0.15).attr("y", y + high - 0.5)
          .attr("width", wide * 0.7).attr("height", 3);
      }
      places.push({x, y, wide, high, mark: mark.node()});
    }
    top += Math.ceil(count / columns) * pitch;
  }
  if (isWhole) legend(svg, tape, {top: Math.min(top + 4, height - LEGEND), width}, words, text);
  return {svg: svg.node(), places};
}

/** Slanted strokes across a box. */
function hatch(x, y, wide, high) {
  const many = Math.floor((wide - high) / 6);
  return Array.from({length: Math.max(1, many)}, (_, i) => `M${x + i * 6} ${y + high}l${high} ${-high}`).join("");
}

/** What the boxes mean, as far as the width has room. */
function legend(svg, tape, {top, width}, words, text) {
  const group = svg.append("g").attr("class", "tw-box-legend");
  const counts = kindsOf(tape.map(({node}) => node));
  const saving = tape.filter(({node}) => node.saved.length > 0).length;
  let x = 0;
  const put = (className, label) => {
    const wide = 18 + 7.4 * label.length;
    if (x + wide > width) return;
    group.append("rect").attr("class", className).attr("x", x + 0.5).attr("y", top + (className === "tw-tray" ? 10 : 4.5))
      .attr("width", 11).attr("height", className === "tw-tray" ? 4 : 11).attr("rx", 2);
    text(group, "tw-part-name", x + 17, top + 15, label);
    x += wide + 12;
  };
  Object.entries(words.kinds).forEach(([kind, label], i) => counts[i] > 0 && put(`tw-box is-${kind}`, `${counts[i]} ${label}`));
  put("tw-tray", `${saving} ${words.saving}`);
}
