import fold from "../../lib/diagrams/drawing/fold.css";
import stills from "../../lib/diagrams/film-strip/film-strip.css";
import graph from "../../lib/diagrams/drawing/graph.css";
import steps from "../../lib/diagrams/drawing/steps.css";
import tokens from "../../lib/theme/tokens.css";
import {plain} from "../../lib/diagrams/words/say.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {escape} from "./dom.mjs";
import {slim} from "./slim.mjs";

const MARGIN = 24;
const LINE = 24;
const SIZE = 16;

/** Captions may be in any font: a letter takes at most this many ems. */
const ADVANCE = 0.58;

/** The least width of a caption; narrow drawings are side by side. */
const NARROWEST = 480;
const WIDEST = 1010;

/**
 * A film-strip as one self-contained drawing: all frames, one after the other.
 *
 * @param {StripFrame[]} frames
 * @param {string} lang
 * @returns {string} SVG
 */
export function sheet(frames, lang) {
  const size = (/** @type {StripFrame} */ {drawing}, /** @type {string} */ name) => Number(drawing.getAttribute(name));
  const largest = (/** @type {string} */ name) => Math.max(...frames.map((frame) => size(frame, name)));
  const inner = Math.max(NARROWEST, largest("width"));
  const columns = Math.max(1, Math.floor((WIDEST + MARGIN) / (inner + MARGIN)));
  const captions = frames.map((frame) => wrap([...captionOf(frame, strings(lang))], inner));
  const longest = Math.max(...captions.map(({length}) => length));
  const tallest = largest("height");
  const row = tallest + (longest + 1) * LINE + MARGIN;
  const stills = frames.map((frame, i) => {
    const {drawing, said} = frame;
    const left = MARGIN + (i % columns) * (inner + MARGIN);
    const top = MARGIN + Math.floor(i / columns) * row;
    drawing.setAttribute("x", String(left + (inner - size(frame, "width")) / 2));
    drawing.setAttribute("y", String(top + (tallest - size(frame, "height")) / 2));
    return slim(drawing, plain(said)).outerHTML +
      lines(captions[i], left, top + tallest + LINE);
  });
  const width = MARGIN + Math.min(columns, frames.length) * (inner + MARGIN);
  const height = Math.ceil(MARGIN + Math.ceil(frames.length / columns) * row);
  const name = frames.map(({said}) => plain(said)).join(" ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" lang="${lang}" role="img" aria-label="${escape(name)}">` +
    `<style>${styles()}</style><rect class="tw-paper" width="100%" height="100%"/>` +
    `${stills.join("")}</svg>`;
}

/** @returns {Generator<SentencePart>} the words of a caption */
function* captionOf(/** @type {StripFrame} */ {index, end, said}, /** @type {Words} */ words) {
  for (const {text, kind} of [{text: `${words.stepOf(index, end)}. `, kind: "name"}, ...said]) {
    for (const word of text.match(/\S+\s*|\s+/g)) yield {text: word, kind};
  }
}

/** A text broken into lines that fit. */
function wrap(/** @type {SentencePart[]} */ words, /** @type {number} */ width) {
  const most = Math.floor(width / (SIZE * ADVANCE));
  /** @type {SentencePart[][]} */
  const wrapped = [[]];
  let length = 0;
  for (const word of words) {
    if (length + word.text.trimEnd().length > most && length > 0) {
      wrapped.push([]);
      length = 0;
    }
    wrapped.at(-1).push(word);
    length += word.text.length;
  }
  return wrapped;
}

/** @param {SentencePart[][]} caption @param {number} left @param {number} top */
function lines(caption, left, top) {
  return caption.map((words, i) => {
    const spans = words.map(({text, kind}) =>
      kind ? `<tspan class="tw-${kind}">${escape(text)}</tspan>` : escape(text)
    );
    return `<text class="tw-caption" x="${left}" y="${top + i * LINE}">${spans.join("")}</text>`;
  }).join("");
}

/** The page's own rules for drawings, with the light theme's colours: paper is white. */
function styles() {
  const names = tokens.matchAll(/(--(?:[a-z]+|size-[a-z]+|font-[a-z]+)):([^;}]+)[;}]/g);
  const first = new Map();
  for (const [, name, value] of names) if (!first.has(name)) first.set(name, value);
  const root = [...first].map(([name, value]) => `${name}:${value}`).join(";");
  // A still drawing does not move.
  const rules = `${graph}${fold}${steps}${stills}`.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^}]*\})*\}/g, "");
  return `svg{${root}}${rules}*{animation:none!important}.tw-paper{fill:var(--paper)}` +
    `.tw-caption{font:${SIZE}px var(--font-text);fill:var(--ink);white-space:pre}` +
    ".tw-caption .tw-name,.tw-caption .tw-value,.tw-caption .tw-grad{font-weight:700}" +
    ".tw-caption .tw-value{fill:var(--forward)}.tw-caption .tw-grad{fill:var(--backward)}";
}
