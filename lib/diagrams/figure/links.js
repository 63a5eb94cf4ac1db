import {html} from "htl";
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

/**
 * The step that an address asks for: `#fig-square?step=3`.
 *
 * @param {string|undefined} id of the figure
 * @param {string} hash the address's fragment
 * @returns {number|null} null when it asks for no step of this figure
 */
export function linkedStep(id, hash) {
  const step = linked(id, hash)?.step ?? "";
  return /^\d+$/.test(step) ? Number(step) : null;
}

/**
 * Brings an open figure to what its address asks for, each time the address changes.
 *
 * @param {HTMLElement} element of the figure; once it has left the page, nothing is done any more
 * @param {string|undefined} id of the figure
 * @param {(parameters: Record<string, string>) => void} apply
 */
export function followLink(element, id, apply) {
  if (!id || !globalThis.addEventListener) return;
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

/** Milliseconds that the note "copied" stays. */
const STAY = 4000;

/**
 * The button that copies the page's address with the figure as it stands: `#fig-square?step=3`.
 * Where a page may not write to the clipboard, the address appears in a field, ready to be copied.
 *
 * @param {string|undefined} id of the figure
 * @param {() => Record<string, string|number|null|undefined>} parameters how the figure stands now
 * @param {Words} words of `strings(lang)`
 * @param {Record<string, string|number>} [start] how it stands without a link: what is the same now
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
  const say = (text) => {
    status.textContent = text;
    note.classList.toggle("is-shown", text !== "");
  };
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

function linkTo(id, parameters, start) {
  const changed = Object.entries(parameters).filter(
    ([name, value]) => (value ?? null) !== null && String(value) !== String(start[name])
  );
  const query = new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
  const page = globalThis.location.href.replace(/#.*$/, "");
  return `${page}#${encodeURIComponent(id)}${changed.length > 0 ? `?${query}` : ""}`;
}
