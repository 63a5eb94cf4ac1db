import {html, svg} from "htl";
import {choices} from "../../controls/choices.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {setAll, setSize, squeeze} from "../../drawing/size.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {brief, TraceError} from "../../trace/trace-error.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Point} from "../../layout/types.js" */

/** The size of the drawing where there is no layout: on paper, and in Node. */
const SIZE = {width: 640, height: 420};

/** Pixels between the tiles, and around them. */
const GAP = 6;
const MARGIN = 4;

/** The least height of a tile with its shape below its name, and the width of a letter on a phone. */
const TWO_LINES = 34;
const LETTER = 7.5;

/**
 * Two matrices as tiles of their shapes, which the reader transposes and swaps. If the left one has as many
 * columns as the right one has rows, their edges meet and the product appears.
 *
 * @param {Data} data
 * @param {Options} [options]
 * @returns {View<Settings>} `goal`, `order`, `transposed`, and the `shape` of the product or
 *   null; a change dispatches `input`; a new value may leave out settings that stay
 */
export function shapeTiles(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(checked(data), now, words), words), own);
}

/**
 * @typedef {[number, number]} Shape
 * @typedef {Record<string, Shape>} Tiles shapes by name
 * @typedef {{name: string, shape: Shape, factors: [string, string]}} Goal
 * @typedef {{tiles: Tiles, goals: Goal[]}} Data
 * @typedef {{order: string[], transposed: string[]}} Arrangement
 */

function checked(/** @type {Data} */ data) {
  const {tiles, goals} = data ?? {};
  const isShape = (/** @type {Shape} */ shape) => shape?.length === 2 &&
    shape.every((n) => Number.isInteger(n) && n > 0);
  const isGoal = (/** @type {Goal} */ {name, shape, factors}) =>
    name && isShape(shape) && factors?.every((one) => isShape(tiles?.[one]));
  if (!(goals?.length > 0 && goals.every(isGoal))) throw new TraceError("notTiles", brief(data));
  return {tiles, goals};
}

/** The shapes of an arranged pair of tiles, and the shape of their product, or null. */
function arranged(/** @type {Tiles} */ tiles, /** @type {Arrangement} */ {order, transposed}) {
  /** @type {Shape[]} */
  const shapes = order.map((name) => (transposed.includes(name) ? [tiles[name][1], tiles[name][0]] : tiles[name]));
  const [[rows, inner], [other, columns]] = shapes;
  return {shapes, shape: /** @type {Shape|null} */ (inner === other ? [rows, columns] : null)};
}

const titlesOf = (/** @type {Arrangement} */ {order, transposed}) =>
  order.map((name) => `${name}${transposed.includes(name) ? "ᵀ" : ""}`);

/** @param {Data} data @param {Options} options @param {Words} words */
function build({tiles, goals}, {id, title}, words) {
  /** @type {Arrangement & {goal: Goal, tried: Set<string>}} */
  const now = {goal: goals[0], order: goals[0].factors, transposed: [], tried: new Set()};
  const made = () => arranged(tiles, now);
  const written = () => titlesOf(now).join(" @ ");
  const address = () => ({goal: now.goal.name, order: now.order.join(","), transposed: now.transposed.join(",")});
  const set = (/** @type {Settings} */ wanted) => {
    const list = (/** @type {unknown} */ given) => /** @type {string[]|undefined} */ (
      typeof given === "string" ? given.split(",") : given)?.filter((name) => name in tiles);
    const goal = goals.find(({name}) => name === wanted?.goal);
    if (goal && goal !== now.goal) Object.assign(now, {goal, order: goal.factors, transposed: [], tried: new Set()});
    const order = list(wanted?.order);
    if (order && now.goal.factors.every((name) => order.includes(name))) now.order = order;
    now.transposed = list(wanted?.transposed) ?? now.transposed;
    render();
  };
  const change = (/** @type {Settings} */ wanted) => {
    set(wanted);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const turn = (/** @type {number} */ side) => {
    const name = now.order[side];
    const {transposed} = now;
    change({transposed: transposed.includes(name) ? transposed.filter((one) => one !== name) : [...transposed, name]});
  };
  const parts = {
    left: tile(() => turn(0)), right: tile(() => turn(1)),
    product: tile(), goal: tile(), arc: svg`<path class="tw-tiles-arc"></path>`, note: svg`<text class="tw-tiles-note"></text>`
  };
  parts.goal.element.classList.add("is-goal");
  parts.product.element.classList.add("is-product");
  const drawing = svg`<svg class="tw-tiles-drawing" role="group" aria-label=${title ?? words.tiles}>${parts.arc}${
    [parts.goal, parts.product, parts.left, parts.right].map(({element: one}) => one)}${parts.note}</svg>`;
  const sentence = sentenceBox([[{text: "\u2007\u2007 ".repeat(30)}]]);
  /** @type {ReturnType<typeof choices>|null} */
  const wants = goals.length > 1
    ? choices(words.goal, goals.map(({name}) => ({value: name, text: name})), (name) => change({goal: name})) : null;
  wants?.classList.add("tw-few");
  const swap = html`<button type="button" class="tw-plain-button tw-tiles-swap" onclick=${() =>
    change({order: [...now.order].reverse()})}>⇄ ${words.swap}</button>`;
  const copy = copyLink(id, address, words);
  const element = html`<div class="tw-tiles tw-view" lang=${words.lang}>${drawing}${sentence}
    <div class="tw-line tw-knobs" role="group" aria-label=${words.arrangement}>${wants}${swap}${copy}</div></div>`;
  const refresh = twin(element, () => table({tiles, goals}, words), words, {picture: [drawing]});
  let size = SIZE;
  const render = () => {
    const {shapes, shape} = made();
    now.tried.add(written());
    show(parts, {...now, shapes, shape}, size, words);
    const said = shape ? words.fits(written(), shape, now.goal, String(shape) === String(now.goal.shape))
      : words.differs(written(), shapes[0][1], shapes[1][0]);
    sentence.say([{text: `${said} ${words.tried(now.tried.size)}`}], false);
    wants?.show(now.goal.name);
    refresh();
  };
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    size = {width, height};
    setSize(drawing, width, height);
    render();
  };
  fit(SIZE.width, SIZE.height);
  set(asked(id));
  connect(element, id, {read: address, apply: set, value: () => ({...address(), shape: made().shape})});
  element.panels = [{name: "tiles", text: words.tiles, element: drawing, least: 170, most: 480, fit}];
  return element;
}

/** A rectangle with its name and its shape; with `act` it is a button. */
function tile(/** @type {(() => void)|undefined} */ act = undefined) {
  const rect = svg`<rect rx="3"></rect>`;
  const name = svg`<text class="tw-tiles-name" text-anchor="middle"></text>`;
  const shape = svg`<text text-anchor="middle"></text>`;
  const element = svg`<g class="tw-tiles-tile">${rect}${name} ${shape}</g>`;
  if (act) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.addEventListener("click", act);
    element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
  }
  /** @param {Point} at @param {Shape} size @param {number} unit @param {string|null} title null: without its texts */
  const place = ({x, y}, [rows, columns], unit, title) => {
    const width = columns * unit;
    const height = rows * unit;
    const [first, second] = title === null ? ["", ""] : [title, `${rows} × ${columns}`];
    for (const [key, value] of Object.entries({x, y, width, height})) rect.style.setProperty(key, `${value.toFixed(1)}px`);
    setAll(rect, {x, y, width, height});
    const isLow = height < TWO_LINES;
    name.textContent = isLow ? `${first} ${second}`.trim() : first;
    const isNarrow = second.length * LETTER > width;
    shape.textContent = isLow ? "" : isNarrow ? second.replaceAll(" ", "") : second;
    for (const {text, dy} of [{text: name, dy: isLow ? 5 : -4}, {text: shape, dy: 13}]) {
      setAll(text, {x: x + width / 2, y: y + height / 2 + dy});
      squeeze(text, width - 4, LETTER);
    }
  };
  return {element, place};
}

/**
 * Both tiles and their product around one corner: the upper edge of the left tile, swung up around it,
 * covers the left edge of the right one if there are as many columns as rows.
 *
 * @param {Record<"left"|"right"|"product"|"goal", ReturnType<typeof tile>> & Record<"arc"|"note", SVGElement>} parts
 * @param {Arrangement & ReturnType<typeof arranged> & {goal: Goal}} now @param {typeof SIZE} size @param {Words} words
 */
function show(parts, {order, transposed, goal, shapes, shape}, {width, height}, words) {
  const titles = titlesOf({order, transposed});
  const [[, inner], [other]] = shapes;
  const unit = (Math.min(width, height) - 2 * MARGIN - GAP) / (2 * Math.max(...shapes.flat(), ...goal.shape));
  const [left, right, top, bottom] = [width, height].flatMap((size) => [(size - GAP) / 2, (size + GAP) / 2]);
  const isGoal = String(shape) === String(goal.shape);
  parts.left.place({x: left - inner * unit, y: bottom}, shapes[0], unit, titles[0]);
  parts.right.place({x: right, y: top - other * unit}, shapes[1], unit, titles[1]);
  parts.product.place({x: right, y: bottom}, shape ?? [0, 0], unit, shape && (isGoal ? goal.name : ""));
  parts.goal.place({x: right, y: bottom}, goal.shape, unit, shape ? null : `${goal.name}?`);
  parts.product.element.classList.toggle("is-away", !shape);
  const radius = inner * unit;
  parts.arc.setAttribute("d", `M${left - radius} ${top}a${radius} ${radius} 0 0 1 ${radius} ${-radius}`);
  parts.arc.classList.toggle("is-wrong", !shape);
  parts.note.textContent = `${inner} ${shape ? "=" : "≠"} ${other}`;
  parts.note.classList.toggle("is-wrong", !shape);
  setAll(parts.note, {x: left - 8, y: top - 8, "text-anchor": "end"});
  [parts.left, parts.right].forEach(({element}, side) =>
    element.setAttribute("aria-label", words.transpose(titles[side], ...shapes[side])));
}

/** All arrangements of each goal. */
function table(/** @type {Data} */ {tiles, goals}, /** @type {Words} */ words) {
  const rows = goals.flatMap(({name, factors}) => [factors, [...factors].reverse()].flatMap((order) =>
    [[], [order[0]], [order[1]], order].map((transposed) => {
      const {shape} = arranged(tiles, {order, transposed});
      const written = titlesOf({order, transposed}).join(" @ ");
      return html`<tr><td>${name}</td><th scope="row">${written}</th><td>${shape ? shape.join(" × ") : "—"}</td></tr>`;
    })));
  return html`<table class="tw-table"><caption>${words.tiles}</caption><tbody>${rows}</tbody></table>`;
}
