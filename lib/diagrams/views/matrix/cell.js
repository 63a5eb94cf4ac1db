/** Percent of its colour that the largest number of a panel gets: text on it stays readable. */
const STRONGEST = 42;

/**
 * @typedef {object} GridState
 * @property {(cell: number) => boolean} isKnown
 * @property {Map<number, number|undefined>} lit the cells that take part, with the number of the
 *   pair that each belongs to
 * @property {number|null} target the cell that it is about
 * @property {"values"|"heat"|"sign"} look
 */

/**
 * Brings one cell of a grid up to date.
 *
 * @param {HTMLTableCellElement} cell
 * @param {number} i which cell of the panel
 * @param {import("./panel.js").Panel} panel
 * @param {GridState} state
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 */
export function showCell(cell, i, panel, {isKnown, lit, target, look}, {words, format}) {
  const x = panel.numbers[i];
  const flags = {
    "is-waiting": !isKnown(i),
    "is-copy": panel.isCopy?.[i],
    "is-lit": lit.has(i),
    "is-target": target === i,
    "is-tinted": look !== "values",
    "is-negative": x < 0
  };
  cell.className = Object.keys(flags).filter((name) => flags[name]).join(" ");
  cell.style.setProperty("--tw-heat", `${heat(x, panel.numbers, look)}%`);
  if (lit.get(i)) cell.dataset.pair = String(lit.get(i));
  else delete cell.dataset.pair;
  const name = panel.names[i];
  const short = format.short(x);
  const exact = format.exact(x);
  const text = look === "sign" ? signOf(x) : short;
  cell.textContent = isKnown(i) ? text : "";
  cell.setAttribute("aria-label", isKnown(i) ? `${name} = ${short}` : words.noValue(name));
  cell.title = isKnown(i) && exact !== short ? exact : "";
}

function signOf(x) {
  if (Number.isNaN(x)) return "NaN";
  return x > 0 ? "+" : x < 0 ? "−" : "0";
}

/** Percent of the colour under a number. */
function heat(x, numbers, look) {
  if (look === "values" || Number.isNaN(x) || x === 0) return 0;
  if (look === "sign" || !Number.isFinite(x)) return STRONGEST;
  const largest = Math.max(...numbers.filter(Number.isFinite).map(Math.abs));
  return Math.round((Math.abs(x) / largest) * STRONGEST);
}
