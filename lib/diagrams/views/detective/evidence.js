import {html} from "htl";
/** @import {Case, Drawn, Leaf, LineTellers, Measured, Tools} from "./types.js" */

/** @typedef {{words: Words, short: (x: number) => string, rows: number}} Say `rows` of a table fit */
/** @typedef {{name: string, size: number|null, text: string, note?: string, isLog?: boolean}} Row */

/** Powers of ten that the bars of a table of parameters span. */
const DECADES = 5;

/** Rows that fit below the bars of the steps. */
const BELOW_BARS = 7;

/**
 * The result of a probe as a drawing and a sentence.
 *
 * @param {Case} one
 * @param {string} what
 * @param {Say} say
 * @returns {Drawn & {title: string}}
 */
export function evidence(one, what, {words, short, rows}) {
  const n = (/** @type {number|null} */ x) => (x === null ? words.none : short(Number(x.toPrecision(3))));
  const tools = {words, n, most: rows};
  const found = one.probes.lines[what];
  if (found) {
    const tell = /** @type {(found: Measured, tools: Tools, one: Case) => Drawn} */ (LINES[found.kind]);
    return {title: words.lineOf(what), ...tell(found, tools, one)};
  }
  return {title: words.bench[what], ...WHOLE[what](one, tools)};
}

/** @type {Record<string, (one: Case, tools: Tools) => Drawn>} */
const WHOLE = {
  fresh({probes: {fresh}, curve, error}, {words, n}) {
    if (error) return {drawn: "", text: words.stops(curve.filter((x) => x !== null).length, error)};
    const rows = fresh.map((loss, i) => ({name: words.losses[i], size: loss, text: n(loss)}));
    return {drawn: barTable(rows, "forward"), text: words.freshText(...fresh.map(n))};
  },
  one({probes: {one}, error}, {words, n}) {
    if (one.length === 0) return {drawn: "", text: words.stops(0, error)};
    const text = words.oneText(n(one[0]), n(one.at(-1)));
    return {drawn: bars(one, "forward", text), text};
  },
  steps({probes: {steps, leaves}, error}, {words, n, most}) {
    if (steps.length === 0) return {drawn: "", text: words.stops(0, error)};
    const share = (/** @type {number|null} */ x) => (x === null ? words.none : `${n(100 * x)} %`);
    const rows = byPart(leaves, "step", Math.min(most, BELOW_BARS)).map(({name, size}) => ({name, size, text: share(size), isLog: true}));
    return {drawn: html`<div>${bars(steps, "leaf", words.stepsText(steps.map(share)))}${barTable(rows, "leaf")}</div>`, text: words.stepsNote};
  },
  leaves({probes: {leaves}}, tools) {
    const {words} = tools;
    const rows = gradRows(leaves, tools);
    const reached = leaves.filter(({grad}) => grad !== null).length;
    return {drawn: barTable(rows, "backward"), text: words.leavesText(reached, leaves.length, leaves.filter(({held}) => held).length)};
  },
  report({report: [head, ...found]}) {
    return {drawn: html`<ul class="tw-case-found">${found.map((text) => html`<li>${soft(text)}</li>`)}</ul>`, text: head};
  }
};

/** @type {LineTellers} */
const LINES = {
  values({shape, mean, spread, ends, bins, grad}, {words, n}) {
    const drawn = html`<div>${bars(bins, "forward", words.histogram)}
      <p class="tw-case-ends"><span>${n(ends[0])}</span><span>${n(ends[1])}</span></p></div>`;
    const arrives = grad === null ? words.unrecorded : grad === 0 ? words.noGrad : words.gradIs(n(grad));
    return {drawn, text: `${words.valuesText(shape.join(" × "), n(mean), n(spread))} ${arrives}`};
  },
  loop({shape, spread, grads}, {words, n}) {
    const reached = grads.filter((grad) => grad).length;
    const drawn = html`<div class="tw-case-pair"><div><p>${words.spread}</p>${bars(spread, "forward", words.spread)}</div>
      <div><p>${words.gradients}</p>${bars(grads, "backward", words.gradients)}</div></div>`;
    return {drawn, text: words.loopText(shape.join(" × "), grads.length, reached, n(Math.max(...grads)))};
  },
  weights({of}, tools, {probes: {leaves}}) {
    const {words, n} = tools;
    const rows = gradRows(of.map((at) => leaves[at]), tools);
    const moved = Math.max(0, ...of.map((at) => leaves[at].step ?? 0));
    return {drawn: barTable(rows, "backward"), text: words.weightsText(`${n(100 * moved)} %`)};
  },
  step({before, after, times}, {words, n}) {
    const drawn = html`<div class="tw-case-pair"><div><p>${words.before}</p>${bars(before, "backward", words.before)}</div>
      <div><p>${words.afterIt}</p>${bars(after, "backward", words.afterIt)}</div></div>`;
    return {drawn, text: words.stepText(before.length, times, n(before.at(-1) ?? 0), n(after.at(-1) ?? 0))};
  },
  pairs({rows}, {words, n}) {
    const drawn = html`<div class="tw-case-rows">${rows.map(([x, y]) => html`<p>${x.map(n).join(" ")} → <b>${y.map(n).join(" ")}</b></p>`)}</div>`;
    return {drawn, text: words.pairsText};
  },
  number({value}, {words, n}) {
    return {drawn: "", text: words.numberText(n(value))};
  },
  rate({values}, {words, n}) {
    const text = words.rateText(values.map(n));
    return {drawn: bars(values, "leaf", text), text};
  }
};

/** The mark beside a line of code: the measurement there as small bars, or a tick.
 * @param {Case} one @param {string} line @param {Say} say */
export function mark(one, line, say) {
  const found = one.probes.lines[line];
  /** @param {(number|null)[]} values @param {string} colour */
  const small = (values, colour) => bars(values, colour, evidence(one, line, say).text);
  if (found.kind === "values") return small(found.bins, "forward");
  if (found.kind === "loop") return small(found.grads, "backward");
  if (found.kind === "step") return small(found.after, "backward");
  if (found.kind === "rate") return small(found.values, "leaf");
  return html`<span class="tw-case-seen" aria-hidden="true">✓</span>`;
}

/** A row for each parameter with its gradient, and a note where the optimizer lacks it.
 * @returns {Row[]} */
function gradRows(/** @type {Leaf[]} */ leaves, /** @type {Tools} */ {words, n, most}) {
  return byPart(leaves, "grad", most).map(({name, size: own, held}) => (
    {name, size: own, text: own === null ? words.noPath : `∂ ${n(own)}`, note: held ? "" : words.notHeld, isLog: true}));
}

/** The largest of each module's parameters, where there are more than can be shown.
 * @param {Leaf[]} leaves @param {"grad"|"step"} of @param {number} most */
function byPart(leaves, of, most) {
  let rows = leaves.map((leaf) => ({name: leaf.name, size: leaf[of], held: leaf.held}));
  for (let depth = 3; rows.length > most && depth > 0; depth--) {
    const parts = /** @type {Map<string, typeof rows[number]>} */ (new Map());
    for (const {name, size: own, held} of rows) {
      const part = name.replace(/\.(?:weight|bias)$/, "").split(".").slice(0, depth).join(".");
      const known = parts.get(part) ?? {name: part, size: /** @type {number|null} */ (null), held: true};
      const largest = own === null ? known.size : Math.max(known.size ?? 0, own);
      parts.set(part, {...known, held: known.held && held, size: largest});
    }
    rows = [...parts.values()];
  }
  return rows;
}

/** Bars as high as the numbers; a number that is 0 or missing is a ring.
 * @param {(number|null)[]} values @param {string} colour @param {string} label */
function bars(values, colour, label) {
  const most = Math.max(...values.map((x) => Math.abs(x ?? 0))) || 1;
  const bar = (/** @type {number|null} */ x) => (x ? html`<i style=${`height:${Math.max(4, (100 * Math.abs(x)) / most)}%`}></i>` : html`<i class="is-zero"></i>`);
  return html`<span class="tw-case-bars" role="img" aria-label=${label} style=${`--tw-series: var(--${colour})`}>${values.map(bar)}</span>`;
}

/** A row for each name, with a bar whose length is linear or logarithmic. */
function barTable(/** @type {Row[]} */ rows, /** @type {string} */ colour) {
  const most = Math.max(...rows.map(({size: own}) => own ?? 0)) || 1;
  const length = (/** @type {Row} */ {size: own, isLog}) => {
    if (!own) return 0;
    return isLog ? Math.max(2, 100 * (1 + Math.log10(own / most) / DECADES)) : (100 * own) / most;
  };
  return html`<table class="tw-case-table" style=${`--tw-series: var(--${colour})`}><tbody>${rows.map((row) => html`<tr>
    <th scope="row">${soft(row.name)}</th><td class="tw-case-bar"><i style=${`width:${length(row)}%`}></i></td>
    <td class="tw-case-number">${row.text}${row.note ? html`<em> ${row.note}</em>` : ""}</td></tr>`)}</tbody></table>`;
}

/** Let long names break at their dots. */
const soft = (/** @type {string} */ text) => text.replace(/\w[._](?=\w)/g, "$&\u200b");
