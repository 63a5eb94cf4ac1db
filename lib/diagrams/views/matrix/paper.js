import {create} from "d3-selection";
import {numberFormat} from "../../words/numbers.js";
import {strings} from "../../words/strings.js";
import {textWidth, TYPE} from "../../layout/measure.js";
import {matrixSteps} from "./steps.js";
import {matrixStages} from "./view.js";
import {words as own} from "./words.js";

/** Sizes in the drawing's own pixels: a cell, its title above, least room between two tensors. */
const CELL = {height: 32, padding: 12, gap: 3};
const TITLE = 28;
const BETWEEN = 44;
const EDGE = 4;

/**
 * The stages of a matrix view as still drawings, each at its last step, with its numbers computed.
 *
 * @param {Trace} trace or plain rows, as `matrix` takes them
 * @param {Fields} options those of `matrix`
 * @returns {import("../../film-strip/film-strip.js").Frame[]} by stage
 * @throws {import("../../trace/trace-error.js").TraceError} when it cannot be drawn
 */
export function frames(trace, {lang = "en", ...options}) {
  const words = strings(lang, own);
  const language = {words, format: numberFormat(words.lang)};
  const stages = matrixStages(trace, options, language);
  const steps = matrixSteps(stages);
  return stages.map((stage, i) => {
    const index = stage.cells === "arrive"
      ? steps.findLastIndex((step) => step.stage === i)
      : steps.findIndex((step) => step.stage === i);
    const {cell} = steps[index];
    const aboutCell = cell === null ? [] : [{text: " "}, ...stage.tell(cell)];
    const said = [...stage.intro, ...aboutCell];
    return {index, end: steps.length - 1, said, drawing: draw(stage, cell, language.format.short)};
  });
}

/** The tensors of a stage in a row, the result last. */
function draw({panels, signs, uses}, cell, format) {
  const lit = cell === null ? [] : uses(cell);
  const longest = Math.max(...panels.flatMap(({numbers}) => numbers.map((x) => format(x).length)));
  const wide = textWidth(longest, TYPE.label) + CELL.padding;
  const tall = Math.max(...panels.map(({rows}) => rows)) * (CELL.height + CELL.gap);
  const svg = create("svg:svg").attr("class", "tw-graph tw-matrix-still");
  let left = EDGE;
  panels.forEach((panel, i) => {
    const name = `${panel.title} ${panel.shape}`;
    const grid = panel.columns * (wide + CELL.gap);
    const room = Math.max(grid, textWidth(name, TYPE.label));
    const part = svg.append("g").attr("class", `tw-of-${panel.kind}`);
    text(part, "tw-name", left + room / 2, TITLE - 10, name);
    const at = {left: left + (room - grid) / 2, top: TITLE + tallness(tall, panel), wide};
    const here = new Set(lit.filter((use) => use.panel === i).map((use) => use.cell));
    const target = i === panels.length - 1 ? cell : null;
    panel.numbers.forEach((x, k) => {
      const state = k === target ? "is-target" : here.has(k) ? "is-lit" : null;
      drawCell(part, panel, k, {...at, state, number: format(x)});
    });
    left += room;
    if (i === panels.length - 1) return;
    const between = Math.max(BETWEEN, textWidth(signs[i], TYPE.line) + 20);
    text(svg, "tw-sign", left + between / 2, TITLE + tall / 2 + 6, signs[i]);
    left += between;
  });
  const width = Math.ceil(left + EDGE);
  const height = Math.ceil(TITLE + tall + EDGE);
  svg.attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height);
  return /** @type {SVGSVGElement} */ (svg.node());
}

/** Lower ones than the tallest are centred. */
function tallness(tall, {rows}) {
  return (tall - rows * (CELL.height + CELL.gap)) / 2;
}

function drawCell(part, {columns}, k, {left, top, wide, state, number}) {
  const x = left + (k % columns) * (wide + CELL.gap);
  const y = top + Math.floor(k / columns) * (CELL.height + CELL.gap);
  const cell = part.append("g").attr("class", ["tw-entry", state].filter(Boolean).join(" "));
  cell.append("rect").attr("x", x).attr("y", y).attr("width", wide).attr("height", CELL.height)
    .attr("rx", 4);
  text(cell, null, x + wide / 2, y + 21, number);
}

function text(parent, className, x, y, content) {
  parent.append("text").attr("class", className).attr("x", x).attr("y", y)
    .attr("text-anchor", "middle").text(content);
}
