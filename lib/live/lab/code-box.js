import {html} from "htl";

/** Loaded when a reader first wants to write. */
const EDITOR = new URL("editor.js", import.meta.url);

/**
 * Return a text of Python that a reader may change. The editor is loaded when they first want to.
 *
 * @param {object} options
 * @param {string} options.label of the editor
 * @param {HTMLElement} options.shown the listing that is shown until the editor opens
 * @param {() => string} options.text
 * @param {(text: string) => void} options.onChange
 * @param {() => void} options.onRun
 * @param {() => void} options.onLeave Esc
 * @returns {HTMLElement & {open: (isAsked?: boolean) => Promise<void>, close: () => void,
 *   show: (shown: HTMLElement) => void, mark: (line: number|null) => void}}
 */
export function codeBox({label, shown, text, onChange, onRun, onLeave}) {
  const room = html`<div class="tw-editor" hidden></div>`;
  const place = html`<div class="lab-shown">${shown}</div>`;
  const element = html`<div class="lab-box">${place}${room}</div>`;
  /** @type {ReturnType<typeof import("../editor.js").edit>|null} */
  let editor = null;
  let isQuiet = false;
  const set = (/** @type {string} */ next) => {
    isQuiet = true;
    editor.set(next);
    isQuiet = false;
  };
  const open = async (isAsked = true) => {
    /** @type {typeof import("../editor.js")} */
    const {edit} = await import(EDITOR.href);
    if (room.hidden) {
      room.hidden = false;
      place.hidden = true;
      if (editor) set(text());
      else editor = edit(room, {text: text(), label, onChange: (next) => isQuiet || onChange(next), onRun, onLeave});
    }
    if (isAsked) editor.focus();
  };
  const close = () => {
    room.hidden = true;
    place.hidden = false;
  };
  return Object.assign(element, {
    open,
    close,
    show: (/** @type {HTMLElement} */ next) => place.replaceChildren(next),
    mark: (/** @type {number|null} */ line) => editor?.mark(line)
  });
}
