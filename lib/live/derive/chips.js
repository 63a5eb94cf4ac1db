import {html} from "htl";
import {tileGrid} from "./tiles.js";

const SIGNS = ["+", "-", "*", "/", "@", "**"];
const AFTER = [".sum(0)", ".sum(1)", ".T"];
const VIEWS = {emb: [".view(", ",", "-1"], C: [".view(", ",", "-1"]};

/** What one press of the eraser takes away. */
const LAST = /(\.sum\([01](, keepdim=True)?\)|\.T|\.view\(|[A-Za-z_]\w*|[\d.]+|\*\*|.)$/;

/**
 * Return the chips under a line: names with their shapes, then signs. They write where the cursor is,
 * and a keyboard is never needed.
 *
 * @param {HTMLTextAreaElement} field
 * @param {object} on
 * @param {() => void} on.write after each change of the field
 * @param {() => void} on.help
 * @param {Record<string, any>} words
 */
export function chipRows(field, {write, help}, words) {
  const rows = html`<div class="derive-chips"></div>`;
  const put = (/** @type {string} */ text) => {
    const before = field.value.slice(0, field.selectionStart);
    const isSign = SIGNS.includes(text);
    const isFirst = before.trim() === "" || /[(*/@+-]\s*$/.test(before);
    // A sign between two names has spaces around it; one in front of a name has none.
    const written = isSign && text !== "**" && !(text === "-" && isFirst) ? `${/\s$/.test(before) ? "" : " "}${text} ` : text === "," ? ", " : text;
    field.setRangeText(written, field.selectionStart, field.selectionEnd, "end");
    write();
  };
  const erase = () => {
    const before = field.value.slice(0, field.selectionStart).replace(/\s+$/, "");
    const rest = before.replace(LAST, "").replace(/\s+$/, " ");
    field.setRangeText(rest === " " ? "" : rest, 0, field.selectionStart, "end");
    write();
  };
  const keep = () => {
    field.value = field.value.replace(/\.sum\(([01])\)(?!.*\.sum\([01]\))/, ".sum($1, keepdim=True)");
    field.setSelectionRange(field.value.length, field.value.length);
    write();
  };
  const chip = (/** @type {unknown} */ shown, /** @type {() => void} */ act, kind = "", label = "") => {
    const button = html`<button type="button" class=${`derive-chip ${kind}`}>${shown}</button>`;
    if (label) button.setAttribute("aria-label", label);
    // The field keeps its cursor, and a phone shows no keyboard.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", act);
    return button;
  };
  const helper = chip(words.help, help, "is-plain");
  const letters = chip("Aa", () => {
    field.inputMode = field.inputMode === "none" ? "text" : "none";
    field.blur();
    field.focus();
  }, "is-plain is-touch", words.keyboard);
  /** @param {string} x @param {{text: string, shape: number[]}[]} names */
  const show = (x, names) => {
    const sizes = (/** @type {number[]} */ shape) => (shape.length > 0 ? tileGrid(shape, 5) : "");
    rows.replaceChildren(
      html`<div>${names.map(({text, shape}) => chip(html`${sizes(shape)}${text}`, () => put(text),
        /^d[A-Za-z]/.test(text) ? "is-gradient" : "is-value"))}${["1", "2", ...(x === "bnvar" ? ["0.5"] : [])].map((n) => chip(n, () => put(n), "is-sign"))}</div>`,
      html`<div>${SIGNS.map((sign) => chip(sign.replace(/^\*$/, "×").replace("-", "−"), () => put(sign), "is-sign", sign))}${
        ["(", ")"].map((sign) => chip(sign, () => put(sign), "is-sign"))}${
        [...AFTER, ...(VIEWS[x] ?? [])].map((text) => chip(text, () => put(text), "is-sign"))}${
        chip("keepdim", keep, "is-sign")}${helper}${letters}${chip("⌫", erase, "is-sign", words.erase)}</div>`
    );
  };
  return {element: rows, show, helper};
}
