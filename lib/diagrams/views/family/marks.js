import {svg} from "htl";
import {round, text} from "../../drawing/plot-marks.js";
import {contours, networkSamples} from "./contours.js";
import {pick, SHADES} from "./data.js";
/** @import {Plan} from "./panel.js" */
/** @import {Mark, MarkOf, Place, ValuesOf} from "./types.js" */

/**
 * @typedef {[number, number]|null} Point null where one has no place
 * @typedef {ReturnType<typeof contours>} Outlines
 */

/** The radius of a dot that cannot be dragged. */
const DOT = 6;

export function dashOf(/** @type {Mark["kind"]} */ kind, /** @type {boolean|undefined} */ dashed) {
  if (dashed) return "6 4";
  return kind === "rule" ? "8 5" : "none";
}

/** How each kind of mark is drawn.
 * @type {{[K in Mark["kind"]]: (mark: MarkOf<K>, plan: Plan, at: Place, valuesOf: ValuesOf) => unknown}} */
export const DRAW = {
  line: ({x, y, network, dashed}, plan, at) => {
    const xs = pick(x, at);
    const parameters = pick(network, at);
    const ys = parameters ? networkSamples(parameters, xs, [0]) : pick(y, at);
    return svg`<path class="tw-curve" d=${pathOf(pointsOf(xs, ys, plan))}
      stroke-dasharray=${dashOf("line", dashed)}></path>`;
  },

  dots: ({x, y, filled, cross, handle, small}, plan, at) => {
    const isFilled = pick(filled, at);
    const points = pointsOf(listOf(pick(x, at)), listOf(pick(y, at)), plan);
    // In a row of dots, the rim of each dot would cover the one before it.
    const isRow = points.length > (plan.right - plan.left) / (2 * DOT);
    return points.map(
      (point, i) =>
        point && dot(point, handle ? 9 : small ? 4.5 : DOT, {cross, isRow, isHollow: isFilled && !isFilled[i]})
    );
  },

  run: (mark, plan, at, valuesOf) => {
    const points = runOf(mark, plan, at, valuesOf).slice(0, valuesOf[mark.along].length);
    const past = points.slice(0, at.index[mark.along] + 1);
    const last = past.findLast(Boolean);
    // On a map, a dot for each step: the distances of the dots show how far the run leaps.
    const steps = mark.x ? past.flatMap((point) => (point ? [`M${point[0]},${point[1]}h0`] : [])) : [];
    return [
      svg`<path class="tw-curve tw-whole" d=${pathOf(points)}></path>`,
      svg`<path class="tw-curve" d=${pathOf(past)}></path>`,
      steps.length > 0 ? svg`<path class="tw-steps" d=${steps.join("")}></path>` : null,
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
    // As long as the panel is wide; what reaches past the panel is cut.
    const times = plan.width / Math.hypot(...step);
    const end = (/** @type {1|-1} */ sign) => step.map((d, i) => round(from[i] + sign * times * d)).join(",");
    return svg`<path class="tw-curve" d=${`M${end(-1)}L${end(1)}`}
      stroke-dasharray=${dashOf("tangent", dashed)}></path>`;
  },

  cells: ({x, y, columns, rows, levels}, plan, at) => {
    const letters = pick(levels, at);
    if (!letters) return null;
    const wide = (x[1] - x[0]) / columns;
    const high = (y[1] - y[0]) / rows;
    // In quarters of a pixel: a sum of them is exact, so that neighbours meet at the same pixel.
    const quarters = (/** @type {number} */ place) => Math.round(4 * place) / 4;
    const left = (/** @type {number} */ column) => quarters(plan.x.at(x[0] + column * wide));
    const top = (/** @type {number} */ row) => quarters(plan.y.at(y[0] + row * high));
    // One path for each shade, in which each box is placed by where the last one began: thousands of
    // boxes are written alike, so that a still of them weighs little in the page.
    const shades = new Map();
    for (const [i, letter] of [...letters].entries()) {
      const shade = SHADES.indexOf(letter);
      if (shade <= 0) continue;
      const column = i % columns;
      const row = Math.floor(i / columns);
      const box = {x: left(column), y: top(row)};
      const across = left(column + 1) - box.x;
      const last = shades.get(shade) ?? {path: "", x: 0, y: 0};
      const path = `${last.path}m${box.x - last.x},${box.y - last.y}h${across}v${top(row + 1) - box.y}h${-across}z`;
      shades.set(shade, {...box, path});
    }
    return [...shades].map(([shade, {path}]) => svg`<path
      class="tw-cells" d=${path} fill-opacity=${(0.85 * shade) / (SHADES.length - 1)}
    ></path>`);
  },

  histograms: ({y, rows, layers, levels}, plan, at) => {
    const count = pick(layers, at);
    const shares = pick(levels, at).slice(0, count * rows);
    const wide = (plan.right - plan.left) / count;
    const [low, high] = y.map(Math.log10);
    const top = (/** @type {number} */ row) => round(plan.y.at(10 ** (low + (row * (high - low)) / rows)));
    const bars = [...shares].map((letter, i) => {
      const share = SHADES.indexOf(letter) / (SHADES.length - 1);
      if (share === 0) return "";
      const row = i % rows;
      const left = round(plan.left + Math.floor(i / rows) * wide);
      return `M${left},${top(row)}h${round(0.86 * wide * share)}V${top(row + 1)}H${left}z`;
    });
    const named = Array.from({length: count}, (_, i) => i + 1).filter((n) => count < 13 || n % 4 === 0 || n === 1);
    return [
      svg`<path class="tw-bar" d=${bars.join("")}></path>`,
      ...named.map((n) => text(plan.left + (n - 1) * wide, plan.top + 6, "start", String(n), "tw-layer-name"))
    ];
  },

  field: (mark, plan, at) => {
    const {x, y, columns, levels, border} = mark;
    const values = samplesOf(mark, at);
    if (!values) return null;
    const rows = values.length / columns;
    const across = (/** @type {number} */ column) => round(plan.x.at(x[0] + (column * (x[1] - x[0])) / (columns - 1)));
    const down = (/** @type {number} */ row) => round(plan.y.at(y[0] + (row * (y[1] - y[0])) / (rows - 1)));
    const point = (/** @type {[number, number]} */ [column, row]) => `${across(column)},${down(row)}`;
    const closed = (/** @type {Outlines} */ outlines) => outlines.map((outline) => `M${outline.map(point).join("L")}Z`).join("");
    /** @param {number} one @param {number} other @param {number} size */
    const isOnEdge = (one, other, size) => one === other && one % (size - 1) === 0;
    // The line of a level, without the edge of the map where its region ends.
    const lineOf = (/** @type {Outlines} */ outlines) => outlines.flatMap((outline) => outline.map((to, i) => {
      const from = outline.at(i - 1);
      const isEdge = isOnEdge(from[0], to[0], columns) || isOnEdge(from[1], to[1], rows);
      return isEdge ? "" : `M${point(from)}L${point(to)}`;
    })).join("");
    const whole = `M${across(0)},${down(0)}H${across(columns - 1)}V${down(rows - 1)}H${across(0)}Z`;
    const middle = border ?? levels[Math.floor(levels.length / 2)];
    return [
      svg`<path class="tw-band" d=${whole} style=${shadeOf(-1, levels, middle)}></path>`,
      ...levels.flatMap((level, i) => {
        const outlines = contours(values, columns, level);
        return [
          svg`<path class="tw-band" d=${closed(outlines)} style=${shadeOf(i, levels, middle)}></path>`,
          level === border ? svg`<path class="tw-border" d=${lineOf(outlines)}></path>` : null
        ];
      })
    ];
  },

  start: ({x, y}, plan, at) => {
    const [place] = pointsOf([pick(x, at)], [pick(y, at)], plan);
    return place && svg`<g class="tw-start" transform=${`translate(${place[0]},${place[1]})`}>
      <circle r="11"></circle><path d="M-16,0H16M0,-16V16"></path>
    </g>`;
  },

  bars: ({x, y}, plan, at) => {
    const wide = Math.min(36, ((plan.right - plan.left) / pick(x, at).length) * 0.6);
    const zero = plan.y.at(0);
    return pointsOf(pick(x, at), pick(y, at), plan).map((point) => point && svg`<rect
      class="tw-bar" x=${round(point[0] - wide / 2)} y=${Math.min(point[1], zero)}
      width=${round(wide)} height=${round(Math.max(1, Math.abs(point[1] - zero)))}
    ></rect>`);
  }
};

/** The samples of a field: its values, or those of a network with its parameters. */
function samplesOf(/** @type {MarkOf<"field">} */ {x, y, columns, rows, values, network}, /** @type {Place} */ at) {
  if (values) return pick(values, at);
  const parameters = pick(network, at);
  const places = (/** @type {[number, number]} */ [from, to], /** @type {number} */ count) =>
    Array.from({length: count}, (_, i) => from + (i * (to - from)) / (count - 1));
  return parameters && networkSamples(parameters, places(x, columns), places(y, rows));
}

/** The colour between a level and the next one: sand below the middle, water above it. */
function shadeOf(/** @type {number} */ index, /** @type {number[]} */ levels, /** @type {number} */ middle) {
  const below = levels.filter((level) => level < middle).length;
  const isAbove = index >= below;
  const share = isAbove ? (index - below + 1) / (levels.length - below) : (below - index) / (below + 1);
  return `fill: color-mix(in srgb, var(--${isAbove ? "forward" : "control"}) ${
    Math.round(8 + 62 * share)}%, var(--paper))`;
}

/** @param {MarkOf<"run">} mark @param {Plan} plan @param {Place} at @param {ValuesOf} valuesOf */
export function runOf({x, y, along}, plan, at, valuesOf) {
  return pointsOf(x ? pick(x, at) : /** @type {number[]} */ (valuesOf[along]), pick(y, at), plan);
}

export function listOf(/** @type {number|number[]} */ entry) {
  return Array.isArray(entry) ? entry : [entry];
}

/** @param {[number, number]} at @param {number} radius
 * @param {Partial<Record<"cross"|"isHollow"|"isRow", boolean>>} look */
export function dot([x, y], radius, {cross = false, isHollow = false, isRow = false} = {}) {
  if (cross) {
    const r = radius - 1;
    return svg`<path class="tw-cross" d=${`M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`}></path>`;
  }
  const look = (isHollow && " is-hollow") || (isRow && " is-in-a-row") || "";
  return svg`<circle class=${`tw-point${look}`} cx=${x} cy=${y} r=${radius}></circle>`;
}

/** Points in the drawing.
 * @param {number[]|null} xs @param {ArrayLike<number>|null} ys @param {Plan} plan @returns {Point[]} */
export function pointsOf(xs, ys, plan) {
  return (xs ?? []).map((x, i) => {
    const left = plan.x.at(x);
    const top = plan.y.at(ys?.[i] ?? NaN);
    // Far outside a drawing, lines lose their place.
    if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
    return [round(left), round(Math.max(-4000, Math.min(4000, top)))];
  });
}

/** A line through points, with a gap where a point has no place. */
function pathOf(/** @type {Point[]} */ points) {
  return points.map((point, i) => point && `${points[i - 1] ? "L" : "M"}${point[0]},${point[1]}`).join("");
}
