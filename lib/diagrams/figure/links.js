import {html} from "htl";
import {readGuess} from "../words/guess.js";
import {toNumber} from "../words/numbers.js";
import {icon} from "../controls/icons.js";

/**
 * What an address asks of a figure: `#fig-square?step=3&x=2&open=block 0,head`.
 *
 * @param {string|undefined} id of the figure
 * @param {string} hash the address's fragment
 * @returns {Record<string, string>|null} the parameters, `{step: "3", x: "2", open: "block 0,head"}`;
 *   null when it asks nothing of this figure
 */
export function linked(id, hash) {
  const mark = hash.indexOf("?");
  if (!id || mark === -1) return null;
  const target = hash.slice(0, mark).replace(/^#/, "");
  if (![id, encodeURIComponent(id)].includes(target)) return null;
  const parameters = [...new URLSearchParams(hash.slice(mark))];
  return parameters.length > 0 ? Object.fromEntries(parameters) : null;
}

/** What a page's script knows of its figures; it stays empty where there is no script, as in notebooks. */
const DESK = Symbol.for("tapewalk.places");

/**
 * A figure as the page's links and its memory reach it.
 *
 * @typedef {object} Placed
 * @property {HTMLElement} element
 * @property {() => Record<string, string|number|null|undefined>} read its state, by the names
 *   that `apply` takes in every language
 * @property {(parameters: Record<string, string>) => void} apply brings it there
 */

/** @returns {{kept: Record<string, Record<string, string>>, figures: Map<string, Placed>}} */
function desk() {
  return (/** @type {Record<symbol, ReturnType<typeof desk>>} */ (globalThis)[DESK] ??= {kept: {}, figures: new Map()});
}

/**
 * How this window left a figure, before a reload or in the page's twin.
 *
 * @param {string|undefined} id of the figure
 * @returns {Record<string, string>|null}
 */
export function kept(id) {
  return (id && desk().kept[id]) || null;
}

/**
 * Brings a figure of the page to a state, as a phrase does.
 *
 * @param {string} id of the figure
 * @param {Record<string, string>} parameters as of `linked`
 */
export function setFigure(id, parameters) {
  desk().figures.get(id)?.apply(parameters);
}

/**
 * How a figure begins: as this window left it, else as the address asks.
 *
 * @param {string|undefined} id of the figure
 * @returns {Record<string, string>|null} null when nothing asks for anything
 */
export function asked(id) {
  return kept(id) ?? linked(id, globalThis.location?.hash ?? "");
}

/**
 * The step that parameters ask for.
 *
 * @param {Record<string, string>|null} parameters as of `linked` or `asked`
 * @returns {number|null} null when they ask for no step
 */
export function stepIn(parameters) {
  const step = parameters?.step ?? "";
  return /^\d+$/.test(step) ? Number(step) : null;
}

/**
 * Brings an open figure to what its address asks for, each time the address changes, and lets the
 * page's links and its memory do the same.
 *
 * @param {HTMLElement & {form?: import("./form.js").Form}} element of the figure; once it has left
 *   the page, nothing is done any more
 * @param {string|undefined} id of the figure
 * @param {Omit<Placed, "element">} placed
 */
export function followLink(element, id, {read: readOwn, apply: applyOwn}) {
  if (!id || !globalThis.addEventListener) return;
  const read = () => ({...readOwn(), scene: element.form?.scene()});
  const apply = (/** @type {Record<string, string>} */ parameters) => {
    element.form?.turnTo(parameters.scene);
    applyOwn(parameters);
  };
  desk().figures.set(id, {element, read, apply});
  let wasShown = false;
  const onChange = () => {
    wasShown ||= element.isConnected;
    // A figure that is drawn but not yet on the page keeps listening.
    if (wasShown && !element.isConnected) globalThis.removeEventListener("hashchange", onChange);
    else {
      const parameters = linked(id, globalThis.location.hash);
      if (parameters) apply(parameters);
    }
  };
  globalThis.addEventListener("hashchange", onChange);
}

/**
 * Gives a figure its `value`, and lets links and the page's memory set it too. To set the value
 * dispatches nothing; a link dispatches `input`, as a change by hand does.
 *
 * @param {HTMLElement} element of the figure
 * @param {string|undefined} id
 * @param {object} state
 * @param {Placed["read"]} state.read what `apply` takes
 * @param {(settings: Settings) => void} state.apply brings the figure there
 * @param {() => any} [state.value] the figure's value, if it is not what `read` returns
 * @returns {any} the element, with its `value`
 */
export function connect(element, id, {read, apply, value = read}) {
  followLink(element, id, {read, apply: (parameters) => {
    apply(parameters);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  }});
  return Object.defineProperty(element, "value", {get: value, set: apply});
}

/** Milliseconds that the note "copied" stays. */
const STAY = 4000;

/**
 * The button that copies the page's address with the figure as it is: `#fig-square?step=3`.
 * Where a page may not write to the clipboard, the address appears in a field, ready to be copied.
 *
 * @param {string|undefined} id of the figure
 * @param {() => Record<string, string|number|null|undefined>} parameters the state of the figure now
 * @param {Words} words of `strings(lang)`
 * @param {Record<string, string|number>} [start] its state without a link: what is the same now
 *   is left out
 * @returns {HTMLElement|null} the button with its live region; null for a figure without an id
 */
export function copyLink(id, parameters, words, start = {}) {
  if (!id) return null;
  const status = html`<span role="status"></span>`;
  const field = html`<input type="text" readonly hidden aria-label=${words.link}>`;
  const note = html`<span class="tw-note">${status}${field}</span>`;
  const button = html`<button
    type="button"
    class="tw-button tw-copy-link"
    aria-label=${words.copyLink}
    title=${words.copyLink}
  >${icon("link")}</button>`;
  const say = (/** @type {string} */ text) => {
    status.textContent = text;
    note.classList.toggle("is-shown", text !== "");
  };
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const hide = () => {
    clearTimeout(timer);
    field.hidden = true;
    say("");
  };
  field.addEventListener("blur", hide);
  button.addEventListener("click", async () => {
    const address = linkTo(id, parameters(), start);
    clearTimeout(timer);
    try {
      await globalThis.navigator.clipboard.writeText(address);
      say(words.linkCopied);
      timer = setTimeout(hide, STAY);
    } catch {
      Object.assign(field, {value: address, hidden: false});
      say(words.linkByHand);
      field.focus();
      field.select();
    }
  });
  return html`<span class="tw-copy">${button}${note}</span>`;
}

/** @param {string} id @param {Record<string, unknown>} parameters @param {Record<string, unknown>} start */
function linkTo(id, parameters, start) {
  const changed = Object.entries(parameters).filter(
    ([name, value]) => (value ?? null) !== null && String(value) !== String(start[name])
  );
  const query = new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
  const page = globalThis.location.href.replace(/#.*$/, "");
  return `${page}#${encodeURIComponent(id)}${changed.length > 0 ? `?${query}` : ""}`;
}

/**
 * The numbers that parameters give to leaves: `{x: "2"}` by label, `{node3: "2"}` by id, which is the
 * same in every language.
 *
 * @param {Trace} trace
 * @param {Record<string, string>|null} parameters of an address, or kept
 * @returns {Map<number, number>} by id; anything that is not a number is left out
 */
export function leavesIn(trace, parameters) {
  const asked = leavesOf(trace).map(({id, label}) => {
    const text = parameters?.[nodeName(id)] ?? parameters?.[label ?? ""] ?? "";
    return /** @type {[number, number]} */ ([id, readGuess(text) ?? NaN]);
  });
  return new Map(asked.filter(([, x]) => Number.isFinite(x)));
}

/**
 * The leaves that have other numbers than at first, by id.
 *
 * @param {Trace} trace as it was built
 * @param {Trace} now the same graph
 * @returns {Record<string, number>} to be read by `leavesIn`
 */
export function movedLeaves(trace, now) {
  const moved = leavesOf(now)
    .map(({id, value}) => [id, toNumber(value)])
    .filter(([id, x]) => !Object.is(x, toNumber(trace.nodes[id].value)));
  return Object.fromEntries(moved.map(([id, x]) => [nodeName(id), x]));
}

/**
 * The same by label, as an address says it to people.
 *
 * @param {Trace} trace as it was built
 * @param {Trace} now the same graph
 * @returns {Record<string, number>} to be read by `leavesIn`
 */
export function movedByLabel(trace, now) {
  const labels = leavesOf(trace).map(({label}) => label);
  const moved = Object.entries(movedLeaves(trace, now)).map(([name, x]) => {
    const {label} = leavesOf(trace).find(({id}) => nodeName(id) === name) ?? {};
    const isOwn = label && labels.indexOf(label) === labels.lastIndexOf(label);
    return [isOwn && !["step", "open"].includes(label) ? label : name, x];
  });
  return Object.fromEntries(moved);
}

function leavesOf(/** @type {Trace} */ {nodes}) {
  return nodes.filter(({op}) => op === "leaf");
}

function nodeName(/** @type {number} */ id) {
  return `node${id}`;
}
