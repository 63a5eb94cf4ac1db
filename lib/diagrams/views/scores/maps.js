import {svg} from "htl";
import {linear} from "../../drawing/scale.js";
import {setAll, setSize} from "../../drawing/size.js";
import {reach, STEPS} from "./rows.js";

/** Powers of ten: the colour of a cell goes from 10⁻⁵ (white) to 10, the axis of sizes from 10⁻⁷ to 10⁴. */
const SHADES = [-5, 1];
const AXIS = [-7, 4];

/** Pixels for the mark of the chosen row at the left, and for the column at the right. */
const MARK = 12;
const COLUMN = 18;

/** How dark a cell is, from 0 to 1. */
function shade(/** @type {number} */ value) {
  if (value === 0) return 0;
  const [least, most] = SHADES;
  return Math.max(0, Math.min(1, (Math.log10(Math.abs(value)) - least) / (most - least)));
}

/**
 * The map of a step: a row for each example, a column for each letter, and at the right the gradients
 * that have one number for each row. A step only changes the shades of the cells.
 *
 * @param {number} count of rows
 * @param {number} letters
 */
export function mapDrawing(count, letters) {
  const cells = Array.from({length: count * letters}, () => svg`<rect class="tw-cell-shade"></rect>`);
  const column = Array.from({length: count}, () => svg`<rect class="tw-cell-shade"></rect>`);
  const ground = svg`<path class="tw-map-ground"></path>`;
  const minus = svg`<path class="tw-map-minus"></path>`;
  const right = svg`<path class="tw-map-right"></path>`;
  const chosen = svg`<path class="tw-map-chosen"></path>`;
  const drawing = svg`<svg class="tw-graph tw-score-map" role="slider" tabindex="0" aria-valuemin="1" aria-valuemax=${count}>
    ${ground}<g>${cells}${column}</g>${minus}${right}${chosen}</svg>`;
  let place = {w: 12, h: 10};
  const boxOf = (/** @type {number} */ j, /** @type {number} */ i) =>
    [MARK + j * place.w + (j === letters ? 6 : 0), 1 + i * place.h];
  /** @param {number[]} corner @param {number} width @param {number} height */
  const frame = ([x, y], width, height) => `M${x} ${y}h${width}v${height}h${-width}Z`;
  return Object.assign(drawing, {
    rowAt: (/** @type {number} */ y) => Math.max(0, Math.min(count - 1, Math.floor((y - 1) / place.h))),
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      place = {w: (width - MARK - COLUMN - 8) / letters, h: (height - 3) / count};
      setSize(drawing, width, height);
      /** @param {Element} rect @param {number} j @param {number} i @param {number} wide */
      const set = (rect, j, i, wide) => {
        const [x, y] = boxOf(j, i);
        setAll(rect, {x: x + 0.5, y: y + 0.5, width: wide - 1, height: place.h - 1});
      };
      cells.forEach((rect, at) => set(rect, at % letters, Math.floor(at / letters), place.w));
      column.forEach((rect, i) => set(rect, letters, i, COLUMN));
      ground.setAttribute("d", frame(boxOf(0, 0), letters * place.w, count * place.h) +
        frame(boxOf(letters, 0), COLUMN, count * place.h));
    },
    /** @param {import("./rows.js").Now} now */
    show({gradients, rights, step, example}) {
      const {w, h} = place;
      let signs = "";
      gradients.forEach((row, i) => {
        const {cells: numbers, column: own} = row[step];
        numbers.forEach((value, j) => {
          const dark = own === null || step === 4 ? shade(value) : 0.4 * shade(value);
          cells[i * letters + j].setAttribute("fill-opacity", dark.toFixed(2));
          if (value < 0 && dark > 0.02) signs += `M${boxOf(j, i)[0] + 0.28 * w} ${boxOf(j, i)[1] + h / 2}h${0.44 * w}`;
        });
        const dark = own === null ? 0 : shade(own);
        column[i].setAttribute("fill-opacity", dark.toFixed(2));
        if (own < 0 && dark > 0.02) signs += `M${boxOf(letters, i)[0] + 5} ${boxOf(letters, i)[1] + h / 2}h8`;
      });
      minus.setAttribute("d", signs);
      right.setAttribute("d", rights.map((j, i) => frame(boxOf(j, i), w, h)).join(""));
      const [x, y] = boxOf(0, example);
      chosen.setAttribute("d", `${frame([x - 1, y], letters * w + 2, h)}M${x - 10} ${y + h / 2 - 4}l7 4l-7 4Z`);
    }
  });
}

/**
 * The sizes of all eight gradients on one log axis: a bar for the batch, a dot for the chosen row.
 *
 * @param {{width: number, height: number}} size
 * @param {import("./rows.js").Now} now
 * @param {string} bound how 1/n is written
 * @param {(step: number) => void} go
 */
export function sizeParts({width, height}, {gradients, step, example, limit}, bound, go) {
  const top = 22;
  const high = (height - top) / STEPS.length;
  const at = linear(AXIS, [128, width - 8]);
  const x = (/** @type {number} */ value) => at(Math.max(AXIS[0], Math.min(AXIS[1], Math.log10(value))));
  const line = x(1 / gradients.length);
  const rows = STEPS.map(({name}, i) => {
    const y = top + i * high;
    const middle = y + high / 2;
    const found = i > limit ? null : reach(gradients, i);
    const own = i > limit ? null : reach([gradients[example]], i);
    return svg`<g class=${`tw-size${i === step ? " is-now" : ""}`} onclick=${() => go(i)}>
      <rect class="tw-size-row" x="0" y=${y + 1} width=${width} height=${high - 2} rx="4"></rect>
      <text x="5" y=${middle + 4.5}>${name}</text>
      ${i > limit ? svg`<text x=${line + 10} y=${middle + 5}>?</text>` : ""}
      ${found ? svg`<line class="tw-size-reach" x1=${x(found[0]) - 1} x2=${x(found[1]) + 1} y1=${middle} y2=${middle}></line>` : ""}
      ${own ? svg`<circle class="tw-size-own" cx=${x(own[1])} cy=${middle} r="5"></circle>` : ""}
      ${i <= limit && !found ? svg`<text class="tw-size-none" x="128" y=${middle + 4.5}>0</text>` : ""}
    </g>`;
  });
  return [
    svg`<text class="tw-size-tick" x="128" y="14">10⁻⁷</text>`,
    svg`<text class="tw-size-tick" x=${line} y="14" text-anchor="middle">${bound}</text>`,
    svg`<text class="tw-size-tick" x=${width - 2} y="14" text-anchor="end">10⁴</text>`,
    ...rows,
    svg`<line class="tw-size-bound" x1=${line} x2=${line} y1=${top - 3} y2=${height}></line>`
  ];
}
