import {html} from "htl";
import {icon} from "../controls/icons.js";

/** Milliseconds that the note "copied" stays. */
const STAY = 4000;

/**
 * The button that copies the page's address with the figure as it stands: `#fig-square?step=3`.
 * Where a page may not write to the clipboard, the address appears in a field, ready to be copied.
 *
 * @param {string|undefined} id of the figure
 * @param {() => Record<string, string|number|null|undefined>} parameters how the figure stands now
 * @param {object} words of `strings(lang)`
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
