import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {bareName} from "../../words/operations.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {validate} from "../../trace/validate.js";
import {scroller} from "../../drawing/stage.js";
import {choices} from "../../controls/choices.js";
import {figure} from "../../figure/figure.js";
import {stepOf} from "../../figure/follow.js";
import {upTo} from "../../figure/up-to.js";
import {arranged, ledgerRows, sectionOf, totals} from "./rows.js";
import {ledgerTable} from "./table.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {By, LedgerRow, Sort} from "./rows.js" */
/** @import {Look} from "./table.js" */

/** Up to this many operations, every section begins open. */
const MOST_OPEN = 24;

/**
 * What each operation saves for the backward pass, in bytes: the memory that is held because of it, apart
 * from leaves, which are in memory anyway. The view is a table itself, so that it has no other one.
 *
 * @param {Trace} trace
 * @param {Options & {by?: By, sort?: "bytes"|"order"|"name"}} [options] those of `view.json`
 * @returns {HTMLElement & {value: number|null}} `value` is the id of the selected node; a change by
 *   the reader dispatches `input`
 */
export function ledger(trace, options = {}) {
  return figure(manifest, options, null, (words) => upTo(options, (now, of = trace) => {
    validate(of);
    return build(of, now, words);
  }, words), own);
}

/** @param {Trace} trace @param {OptionsOf<typeof ledger>} options @param {Words} words */
function build(trace, {by = "none", sort = "bytes", follow, title}, words) {
  const hasBytes = trace.nodes.some(({saved}) => saved);
  const context = {words, format: numberFormat(words.lang), hasBytes};
  const rows = ledgerRows(trace);
  /** @type {Look} */
  const look = {open: new Set(), by, sort: {name: sort, isDown: sort === "bytes"}, sums: totals(rows), selected: null};
  const room = scroller();
  const switchBy = choices(words.ledgerBy, sectionsOf(trace, words), (/** @type {By} */ value) => divide(value));
  const note = html`<p class="tw-ledger-note">${hasBytes ? legend(words) : words.noBytes}</p>`;
  const name = title ?? words.ledgerCaption(trace.nodes.at(-1).label);
  const element = html`<div class="tw-ledger tw-view" role="group" lang=${words.lang} aria-label=${name}>
    ${switchBy}${room}${note}
  </div>`;
  const nameOf = (/** @type {LedgerRow} */ {node}) => bareName(trace.nodes[node], words, context.format.short);
  const draw = () => {
    const sections = arranged(rows, look.by, look.sort, nameOf);
    const table = ledgerTable(trace, sections, look, context);
    room.fill(table, table.caption.textContent);
  };
  const divide = (/** @type {By} */ value) => {
    look.by = value;
    look.open = new Set(rows.length > MOST_OPEN ? [] : rows.map((row) => sectionOf(row, value)));
    switchBy.show(value);
    draw();
  };
  const select = (/** @type {number|null} */ node) => {
    look.selected = trace.forward.includes(node) ? node : null;
    draw();
  };
  divide(by);
  onButtons(room, look, draw, (node) => {
    select(look.selected === node ? null : node);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  });
  Object.defineProperty(element, "value", {get: () => look.selected, set: select});
  if (follow) goAlong(element, follow, stepsOf(trace));
  return element;
}

function sectionsOf(/** @type {Trace} */ trace, /** @type {Words} */ words) {
  const hasGroups = trace.nodes.some(({group}) => group);
  const all = hasGroups ? ["none", "kind", "group"] : ["none", "kind"];
  return all.map((value) => ({value, text: words.ledgerSections[value]}));
}

function legend(/** @type {Words} */ words) {
  return html.fragment`<span class="tw-bar" aria-hidden="true"></span> ${words.ledgerAdds}
    <span class="tw-bar is-hatched" aria-hidden="true"></span> ${words.ledgerRefers}`;
}

/** Act on the buttons of the table. Every click makes a new table; the focus stays on the same button.
 * @param {HTMLElement} room @param {Look} look @param {() => void} draw @param {(node: number) => void} onNode */
function onButtons(room, look, draw, onNode) {
  room.addEventListener("click", (/** @type {Click} */ {target}) => {
    const button = target.closest("button");
    if (!button) return;
    const [[name, value]] = Object.entries(button.dataset);
    if (name === "sort") look.sort = sorted(look.sort, /** @type {Sort["name"]} */ (value));
    const section = value || null;
    if (name === "open" && !look.open.delete(section)) look.open.add(section);
    if (name === "node") onNode(Number(value));
    else draw();
    [...room.querySelectorAll(/** @type {"button"} */ (`[data-${name}]`))].find(({dataset}) => dataset[name] === value)?.focus();
  });
}

/** The order after a press on a heading: bytes begin with the largest, everything else with the first. */
function sorted(/** @type {Sort} */ {name, isDown}, /** @type {Sort["name"]} */ wanted) {
  const isBytes = wanted === "bytes" || wanted === "referenced";
  return {name: wanted, isDown: name === wanted ? !isDown : isBytes};
}

/** @param {View<number|null>} element @param {View} other @param {import("../../trace/steps.js").Step[]} steps */
function goAlong(element, other, steps) {
  const here = () => steps[stepOf(other)]?.node ?? null;
  const toNode = () => here() !== element.value && (element.value = here());
  other.addEventListener("input", toNode);
  element.addEventListener("input", () => {
    const step = steps.findIndex(({kind, node}) => kind === "forward" && node === element.value);
    if (step === -1) return;
    other.value = step;
    other.dispatchEvent(new Event("input", {bubbles: true}));
  });
  toNode();
}
