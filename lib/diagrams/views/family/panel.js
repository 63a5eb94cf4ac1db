import {html, svg} from "htl";
import {scale, ticks} from "../chart/scale.js";
import {numbersIn, pick, SHADES} from "./data.js";

/** Sizes in pixels. */
const TOP = 30;
const BOTTOM = 44;
const TYPE = 14;
const DIGIT = 0.6;
/** The radius of a dot that cannot be dragged. */
const DOT = 6;
/** How far dots at the edge reach past it. */
const MARGIN = 8;

const COLOURS = ["forward", "backward", "saved", "leaf", "ink", "muted", "error"];
const DASHES = {rule: "8 5", tangent: "none", line: "none", run: "none"};

/**
 * One picture of a family. Its axes hold all settings, so that they can be compared.
 *
 * @param {Fields} panel `title`, `x` and `y` (`label`, `from`, `to`, `log`), `marks`;
 *   `bare` without axes, where places mean nothing
 * @param {import("./data.js").Slider[]} sliders
 * @param {(x: number) => string} format
 * @returns {HTMLElement & {show: (at: Record<string, number>) => void, fit: (width: number) => void,
 *   grip: (x: number, y: number, at: Record<string, number>) => [string, number]|null}} `grip`
 *   tells which slider a point of the drawing sets, and to which position
 */
export function familyPanel(panel, sliders, format) {
  const marks = panel.marks.map((mark, i) => ({
    ...mark, colour: COLOURS.includes(mark.colour) ? mark.colour : COLOURS[i % COLOURS.length]
  }));
  const valuesOf = Object.fromEntries(sliders.map(({name, values}) => [name, values]));
  const stage = html`<div class="tw-panel-stage"></div>`;
  const element = html`<div class="tw-panel-of-family">
    <p class="tw-panel-title">${panel.title}</p>
    ${legend(marks)}${stage}
  </div>`;
  let now = null;
  let plan = planOf(panel, marks, valuesOf, 360, format);
  const show = (at) => {
    now = at;
    stage.replaceChildren(drawing(panel, marks, valuesOf, plan, at, format));
  };
  const fit = (width) => {
    plan = planOf(panel, marks, valuesOf, width, format);
    if (now) show(now);
  };
  const grip = (x, y, at) => gripOf(marks, valuesOf, plan, x, y, at);
  return Object.assign(element, {show, fit, grip, stage});
}

function legend(marks) {
  const named = marks.filter(({label, kind}) => label && kind !== "cells");
  if (named.length === 0) return null;
  return html`<p class="tw-legend" aria-hidden="true">${named.map(
    ({label, colour, kind, dashed, filled, cross}) => html`<span style=${tint(colour)}>${svg`<svg
      width="30" height="12"
    >${kind === "dots"
      ? dot([15, 6], 5, {cross, isHollow: Array.isArray(filled) && !filled.some(Boolean)})
      : svg`<path class="tw-curve" d="M0,6H30" stroke-dasharray=${dashOf(kind, dashed)}></path>`
    }</svg>`} ${label}</span>`
  )}</p>`;
}

function dashOf(kind, dashed) {
  return dashed ? "6 4" : DASHES[kind];
}

function planOf(panel, marks, valuesOf, width, format) {
  // One that has a line for itself is wide enough to be read at less height.
  const most = width > 600 ? 210 : 260;
  const height = Math.round(Math.min(most, Math.max(150, width * 0.62)));
  const x = extentOf(panel.x, marks.flatMap((mark) => xOf(mark, valuesOf)));
  const y = extentOf(panel.y, marks.flatMap(yOf));
  const bottom = height - (panel.bare ? MARGIN : BOTTOM);
  const isMap = marks.some(({kind}) => kind === "cells");
  const yScale = scaleOf(panel.y, y, [bottom, TOP], 4, isMap);
  const widest = Math.max(...yScale.ticks.map((tick) => format(tick).length));
  const left = panel.bare ? MARGIN : widest * TYPE * DIGIT + 14;
  const right = width - MARGIN - 10;
  const xScale = scaleOf(panel.x, x, [left, right], (right - left) / 60, true);
  // Nothing lies at half a step.
  const isCounted = marks.every((mark) => xOf(mark, valuesOf).every(Number.isInteger));
  if (isCounted) xScale.ticks = xScale.ticks.filter(Number.isInteger);
  return {width, height, left, right, top: TOP, bottom, x: xScale, y: yScale};
}

/**
 * Round numbers at both ends, or the very ends where nothing else has a place.
 *
 * @param {Fields|undefined} axis
 * @param {number[]} extent
 * @param {[number, number]} range
 * @param {number} count
 * @param {boolean} isTight
 */
function scaleOf(axis, [from, to], [low, high], count, isTight) {
  const isFixed = isTight || (axis?.from !== undefined && axis?.to !== undefined);
  if (axis?.log || !isFixed || !(to > from)) {
    return scale([from, to], [low, high], {log: axis?.log ?? false, count});
  }
  return {
    at: (x) => low + ((x - from) / (to - from)) * (high - low),
    ticks: ticks(from, to, count)
  };
}

function extentOf(axis, numbers) {
  const {from, to, log} = axis ?? {};
  const fitting = log ? numbers.filter((x) => x > 0) : numbers;
  return [from ?? least(fitting), to ?? most(fitting)];
}

/** Not `Math.min(...numbers)`: a family may hold more than a call takes arguments. */
function least(numbers) {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

function most(numbers) {
  return numbers.reduce((one, other) => Math.max(one, other), -Infinity);
}

function xOf(mark, valuesOf) {
  if (mark.kind === "cells") return mark.x;
  if (mark.kind === "rule" || mark.kind === "tangent") return [];
  return numbersIn(mark.x ?? valuesOf[mark.along]);
}

function yOf(mark) {
  return mark.kind === "tangent" ? [] : numbersIn(mark.y);
}

function drawing(panel, marks, valuesOf, plan, at, format) {
  const {width, height, left, right, top, bottom} = plan;
  const drawn = marks.map((mark) => svg`<g class="tw-series" style=${tint(mark.colour)}>${
    DRAW[mark.kind](mark, plan, at, valuesOf)
  }</g>`);
  // A drawing in a drawing is cut at its edges.
  return svg`<svg
    class="tw-plot tw-panel-plot" role="img" aria-label=${panel.title}
    viewBox="${`0 0 ${width} ${height}`}" width=${width} height=${height}
  >
    ${panel.bare ? frame(plan) : axes(panel, plan, format)}
    <svg
      x=${left - MARGIN} y=${top - MARGIN}
      width=${right - left + 2 * MARGIN} height=${bottom - top + 2 * MARGIN}
      viewBox="${`${left - MARGIN} ${top - MARGIN} ${right - left + 2 * MARGIN} ${bottom - top + 2 * MARGIN}`}"
    >${drawn}</svg>
  </svg>`;
}

function frame({left, right, top, bottom}) {
  return svg`<rect class="tw-frame" x=${left} y=${top}
    width=${right - left} height=${bottom - top}></rect>`;
}

function axes({x, y}, plan, format) {
  const {left, right, top, bottom} = plan;
  return svg`<g class="tw-axes">
    ${plan.y.ticks.flatMap((tick) => {
      const at = plan.y.at(tick);
      return [rule(left, right, at, at), text(left - 8, at + 5, "end", format(tick))];
    })}
    ${rule(left, right, bottom, bottom, "tw-tick")}
    ${plan.x.ticks.flatMap((tick) => {
      const at = plan.x.at(tick);
      return [
        rule(at, at, bottom, bottom + 5, "tw-tick"), text(at, bottom + 20, "middle", format(tick))
      ];
    })}
    ${text(0, top - 16, "start", y?.label ?? "", "tw-axis-title")}
    ${text(right, bottom + 38, "end", x?.label ? `${x.label} →` : "", "tw-axis-title")}
  </g>`;
}

const DRAW = {
  line: ({x, y, dashed}, plan, at) =>
    svg`<path class="tw-curve" d=${pathOf(pointsOf(pick(x, at), pick(y, at), plan))}
      stroke-dasharray=${dashOf("line", dashed)}></path>`,

  dots: ({x, y, filled, cross, handle}, plan, at) => {
    const isFilled = pick(filled, at);
    const points = pointsOf(listOf(pick(x, at)), listOf(pick(y, at)), plan);
    // Where dots stand in a row, the rim of each would wipe out the one before it.
    const isRow = points.length > (plan.right - plan.left) / (2 * DOT);
    return points.map(
      (point, i) =>
        point && dot(point, handle ? 9 : DOT, {cross, isRow, isHollow: isFilled && !isFilled[i]})
    );
  },

  run: (mark, plan, at, valuesOf) => {
    const points = runOf(mark, plan, at, valuesOf);
    const past = points.slice(0, at[mark.along] + 1);
    const last = past.findLast(Boolean);
    return [
      svg`<path class="tw-curve tw-whole" d=${pathOf(points)}></path>`,
      svg`<path class="tw-curve" d=${pathOf(past)}></path>`,
      last && dot(last, 8)
    ];
  },

  rule: ({y, label, dashed}, plan, at) => {
    const level = plan.y.at(pick(y, at));
    return Number.isFinite(level)
      ? [
          svg`<path class="tw-curve" d=${`M${plan.left},${round(level)}H${plan.right}`}
            stroke-dasharray=${dashOf("rule", dashed)}></path>`,
          label && text(plan.right - 4, level - 8, "end", label, "tw-mark-label")
        ]
      : null;
  },

  tangent: ({x, y, slope, dashed}, plan, at) => {
    const known = [x, y, slope].map((field) => pick(field, at));
    if (!known.every(Number.isFinite)) return null;
    const from = [plan.x.at(known[0]), plan.y.at(known[1])];
    const to = [plan.x.at(known[0] + 1), plan.y.at(known[1] + known[2])];
    const step = [to[0] - from[0], to[1] - from[1]];
    // As long as the panel is wide: what reaches past it is cut.
    const times = plan.width / Math.hypot(...step);
    const end = (sign) => step.map((d, i) => round(from[i] + sign * times * d)).join(",");
    return svg`<path class="tw-curve" d=${`M${end(-1)}L${end(1)}`}
      stroke-dasharray=${dashOf("tangent", dashed)}></path>`;
  },

  cells: ({x, y, columns, rows, levels, border}, plan, at) => {
    const text = pick(levels, at);
    if (!text) return null;
    const wide = (x[1] - x[0]) / columns;
    const high = (y[1] - y[0]) / rows;
    // In quarters of a pixel: a sum of them is exact, so that neighbours meet at the same pixel.
    const quarters = (at) => Math.round(4 * at) / 4;
    const left = (column) => quarters(plan.x.at(x[0] + column * wide));
    const top = (row) => quarters(plan.y.at(y[0] + row * high));
    const level = (row, column) => SHADES.indexOf(text[row * columns + column]);
    const shades = new Map();
    const edges = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const shade = level(row, column);
        if (shade > 0) {
          shades.set(shade, (shades.get(shade) ?? new Boxes()).add(
            left(column), top(row), left(column + 1), top(row + 1)
          ));
        }
        if (border === undefined) continue;
        const isOver = shade >= border;
        if (column + 1 < columns && isOver !== level(row, column + 1) >= border) {
          edges.push(`M${left(column + 1)},${top(row)}V${top(row + 1)}`);
        }
        if (row + 1 < rows && isOver !== level(row + 1, column) >= border) {
          edges.push(`M${left(column)},${top(row + 1)}H${left(column + 1)}`);
        }
      }
    }
    return [
      ...[...shades].map(([shade, {path}]) => svg`<path
        class="tw-cells" d=${path} fill-opacity=${(0.85 * shade) / (SHADES.length - 1)}
      ></path>`),
      svg`<path class="tw-border" d=${edges.join("")}></path>`
    ];
  }
};

/**
 * Boxes in one path, each placed by where the last began: thousands of cells are written alike, so
 * that a still of them weighs little in the page.
 */
class Boxes {
  path = "";
  #from = [0, 0];

  add(left, top, right, bottom) {
    const [x, y] = this.#from;
    const wide = right - left;
    this.path += `m${left - x},${top - y}h${wide}v${bottom - top}h${-wide}z`;
    this.#from = [left, top];
    return this;
  }
}

function runOf({x, y, along}, plan, at, valuesOf) {
  return pointsOf(x ? pick(x, at) : valuesOf[along], pick(y, at), plan);
}

function listOf(entry) {
  return Array.isArray(entry) ? entry : [entry];
}

function dot([x, y], radius, {cross = false, isHollow = false, isRow = false} = {}) {
  if (cross) {
    const r = radius - 1;
    return svg`<path class="tw-cross" d=${`M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`}></path>`;
  }
  const look = (isHollow && " is-hollow") || (isRow && " is-in-a-row") || "";
  return svg`<circle class=${`tw-point${look}`} cx=${x} cy=${y} r=${radius}></circle>`;
}

/** Points in the drawing, null where one has no place. */
function pointsOf(xs, ys, plan) {
  return (xs ?? []).map((x, i) => {
    const left = plan.x.at(x);
    const top = plan.y.at(ys?.[i] ?? NaN);
    // Far outside a drawing, lines lose their place.
    if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
    return [round(left), round(Math.max(-4000, Math.min(4000, top)))];
  });
}

function pathOf(points) {
  let isPen = false;
  return points
    .map((point) => {
      const part = point && `${isPen ? "L" : "M"}${point[0]},${point[1]}`;
      isPen = point !== null;
      return part ?? "";
    })
    .join("");
}

/** Which position of which slider is nearest, among those whose marks can be dragged. */
function gripOf(marks, valuesOf, plan, x, y, at) {
  const held = marks.find(({along, handle}) => along ?? handle);
  if (!held) return null;
  const name = held.along ?? held.handle;
  const places = held.along
    ? runOf(held, plan, at, valuesOf)
    : valuesOf[name].map((_, index) => {
        const then = {...at, [name]: index};
        const xs = listOf(pick(held.x, then));
        return pointsOf([xs.at(-1)], [listOf(pick(held.y, then)).at(-1)], plan)[0];
      });
  // Along an axis only the place on it counts; on a map both do.
  const isMap = Boolean(held.along && held.x);
  const away = places.map((place) => {
    if (!place) return Infinity;
    return isMap ? Math.hypot(place[0] - x, place[1] - y) : Math.abs(place[0] - x);
  });
  const best = least(away);
  return Number.isFinite(best) ? [name, away.indexOf(best)] : null;
}

function tint(colour) {
  return `--tw-series: var(--${colour})`;
}

function rule(x1, x2, y1, y2, name) {
  return svg`<line class=${name} x1=${x1} x2=${x2} y1=${y1} y2=${y2}></line>`;
}

function text(x, y, anchor, content, name) {
  return svg`<text class=${name} x=${x} y=${y} text-anchor=${anchor}>${content}</text>`;
}

function round(x) {
  return Math.round(x * 10) / 10;
}
