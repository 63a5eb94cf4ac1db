import {shapeText} from "../../words/numbers.js";
import {add} from "../../drawing/node-marks.js";
import {BAD} from "./writes.js";
/** @import {Group} from "../../drawing/node-marks.js" */
/** @import {Clock, Event, Row} from "./types.js" */

/** Height of a row, with the words above and below a piece of memory; and of the piece itself. */
export const HIGH = 44;
const BAR = 8;

const ABOVE = new Set(["stored", "read", "wrong"]);

/**
 * Draw pieces of memory that are written in place, each from its store to its last use, with its events:
 * a node saves a version, writes, or finds another version than it saved.
 *
 * @param {Group} svg
 * @param {object} subject
 * @param {Row[]} subject.written
 * @param {Clock} subject.clock
 * @param {(at: number) => number} subject.x
 * @param {number} subject.top
 * @param {number} subject.gutter
 * @param {number} subject.width
 * @param {Say} say
 *
 * @typedef {(event: Event, isShort: boolean) => string} Say
 */
export function drawWrites(svg, {written, clock, x, top, gutter, width}, say) {
  const place = (/** @type {number} */ moment) => x(clock.start[moment] + 0.5);
  written.forEach(({shape, from, until, events}, i) => {
    const middle = top + i * HIGH + HIGH / 2 + 2;
    const row = add(svg, "g", {class: "tw-written"});
    const begin = Math.max(gutter, place(from));
    const d = `M${begin} ${middle - BAR / 2}H${Math.max(begin + 2, place(until))}v${BAR}H${begin}z`;
    add(row, "path", {class: "tw-written-memory", d});
    const name = {class: "tw-lane-name", x: gutter - 10, y: middle + 4, "text-anchor": "end"};
    if (gutter > 20) add(row, "text", name, shapeText(shape));
    const seen = events.filter(({moment}) => place(moment) >= gutter && place(moment) <= width);
    for (const {kind, moment} of seen) {
      add(row, "path", {class: `tw-written-mark tw-written-${kind}`, d: shapeOf(kind, place(moment), middle)});
    }
    for (const isAbove of [true, false]) {
      const side = seen.filter(({kind}) => ABOVE.has(kind) === isAbove);
      for (const {kind, left, text} of labelled(side, place, width, say)) {
        add(row, "text", {class: `tw-written-name tw-written-${kind}`, x: left, y: middle + (isAbove ? -9 : 18)}, text);
      }
    }
  });
}

/** Width of a letter of these names. */
const LETTER = 6.6;
const BETWEEN = 8;

/**
 * The labels of the events on one side of a row: in words where they fit, else only the version.
 *
 * @param {Event[]} events
 * @param {(moment: number) => number} place
 * @param {number} width
 * @param {Say} say
 * @returns {{kind: string, left: number, text: string}[]}
 */
export function labelled(events, place, width, say) {
  const taken = /** @type {ReturnType<typeof put>[]} */ ([]);
  const put = (/** @type {Event} */ event, /** @type {boolean} */ isShort) => {
    const text = say(event, isShort);
    const long = LETTER * text.length;
    const left = Math.max(2, Math.min(place(event.moment) - 5, width - long - 2));
    return {kind: event.kind, left, right: left + long, text};
  };
  const isFree = (/** @type {ReturnType<typeof put>} */ {left, right}) =>
    taken.every((one) => right + BETWEEN < one.left || left > one.right + BETWEEN);
  const short = new Map(events.map((event) => [event, put(event, true)]));
  // What goes wrong has the first choice of the room.
  for (const event of [...events].sort((one, other) => Number(BAD.has(other.kind)) - Number(BAD.has(one.kind)))) {
    const long = put(event, false);
    const others = events.filter((one) => one !== event).map((one) => short.get(one));
    const hides = others.some(({left, right}) => right > long.left && left < long.right);
    taken.push(isFree(long) && !hides ? long : short.get(event));
  }
  return taken;
}

/** A dot for what stores and reads, a stroke for what writes, a cross for what fails. */
function shapeOf(/** @type {string} */ kind, /** @type {number} */ x, /** @type {number} */ y) {
  if (kind === "fails" || kind === "wrong") {
    return `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`;
  }
  if (kind === "written" || kind === "unnoticed") return `M${x} ${y - 9}v18M${x - 4} ${y + 3}l4 6l4 -6`;
  return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`;
}
