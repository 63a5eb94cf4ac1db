import {html} from "htl";
import {tileGrid} from "./tiles.js";

const SIGNS = ["+", "-", "*", "/", "@", "**"];
const AFTER = [".sum(0)", ".sum(1)", ".T"];
/** @type {Record<string, string[]>} */
const VIEWS = {emb: [".view(", ",", "-1"], C: [".view(", ",", "-1"]};

/** Pixels of the window's width below which there is room for two rows. */
const NARROW = 700;

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
  const element = html`<div class="derive-chips"></div>`;
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
    button.addEventListener("pointerdown", (/** @type {Event} */ event) => event.preventDefault());
    button.addEventListener("click", act);
    return button;
  };
  const helper = chip(words.help, help, "is-plain");
  const letters = chip("Aa", () => {
    field.inputMode = field.inputMode === "none" ? "text" : "none";
    field.blur();
    field.focus();
  }, "is-plain is-touch", words.keyboard);
  const eraser = chip("⌫", erase, "is-sign", words.erase);
  /** @type {{x: string, names: {text: string, shape: number[]}[]}} */
  let now = {x: "", names: []};
  const sizes = (/** @type {number[]} */ shape) => (shape.length > 0 ? tileGrid(shape, 5) : "");
  const named = () => now.names.map(({text, shape}) => chip(html.fragment`${sizes(shape)}${text}`, () => put(text), kindOf(text)));
  const plain = (/** @type {string[]} */ texts) => texts.map((text) => {
    const act = text === "keepdim" ? keep : () => put(text);
    return chip(text.replace(/^\*$/, "×").replace(/^-$/, "−"), act, "is-sign", text);
  });
  /** On a phone there are the chips only that can come next, so that all of them are in view. */
  const arrange = () => {
    const isNarrow = globalThis.innerWidth < NARROW;
    const before = field.value.slice(0, field.selectionStart);
    const isValue = /(^|[-+*/@(,])\s*$/.test(before);
    const numbers = ["1", "2", ...(now.x === "bnvar" ? ["0.5"] : [])];
    const after = [...AFTER, ...(VIEWS[now.x] ?? []), ...(/\.sum\([01]\)/.test(before) || !isNarrow ? ["keepdim"] : [])];
    const others = [helper, letters, eraser];
    const rows = !isNarrow
      ? [[...named(), ...plain(numbers)], [...plain([...SIGNS, "(", ")", ...after]), ...others]]
      : isValue ? [named(), [...plain(["(", "-", ...numbers, ...(now.x === "emb" || now.x === "C" ? [")"] : [])]), ...others]]
        : [plain([...SIGNS, ")"]), plain(after), others];
    element.replaceChildren(...rows.map((row) => html`<div>${row}</div>`));
  };
  /** @param {string} x @param {{text: string, shape: number[]}[]} names */
  const show = (x, names) => {
    now = {x, names};
    arrange();
  };
  return {element, show, arrange, helper};
}

const kindOf = (/** @type {string} */ name) => (/^d[A-Za-z]/.test(name) ? "is-gradient" : "is-value");
