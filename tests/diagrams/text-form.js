/**
 * The text form of a figure: what can be read of it, in order and with its structure. Places, sizes
 * and colours are left out: a browser looks at those.
 */

const BLOCKS = new Set([
  "figure", "figcaption", "div", "section", "form", "fieldset", "legend", "p", "ol", "ul", "li",
  "button", "select", "input", "table", "caption", "tr", "details", "summary", "svg", "pre"
]);
const GROUPS = ["tw-node", "tw-edge", "tw-group", "tw-cell"];
const CELLS = new Set(["th", "td"]);
const APART = new Set([...CELLS, "text", "label", "option", "span", "strong"]);
const CONTROLS = {input: ({type, value}) => `${type} ${value}`, select: ({value}) => value};

/** @returns {string[]} a line for each part that says something, indented by how deep it is */
export function textForm(element, depth = 0) {
  const parts = [...element.children].flatMap(blocksIn);
  const said = [says(element), ...states(element), own(element)].filter(Boolean).join(" ");
  const line = said === "" ? [] : [`${"  ".repeat(depth)}${nameOf(element)}: ${said}`];
  const inner = isLeaf(element) ? [] : parts.flatMap((part) => textForm(part, depth + line.length));
  return [...line, ...inner];
}

/** The steps of a walk in words, a line for each. */
export function sentences(element, last) {
  return Array.from({length: last + 1}, (_, step) => {
    element.value = typeof element.value === "object" ? {step} : step;
    return `${step}. ${squeeze(element.querySelector(".tw-said").textContent)}`;
  });
}

const isBlock = (element) =>
  BLOCKS.has(element.localName) || GROUPS.some((name) => element.classList.contains(name));

/** A row is written as the text of its cells; a button in a cell belongs to that text. */
const isLeaf = (element) =>
  element.localName === "tr" || GROUPS.some((name) => element.classList.contains(name));

/** Elements that reserve room for the longest possible text, and elements that draw nothing. */
const isLeftOut = (element) =>
  element.hidden || element.classList.contains("tw-ghost") || ["style", "defs"].includes(element.localName);

function blocksIn(element) {
  if (isLeftOut(element)) return [];
  return isBlock(element) ? [element] : [...element.children].flatMap(blocksIn);
}

function nameOf(element) {
  const [first] = [...element.classList].filter((name) => name.startsWith("tw-"));
  return first?.slice("tw-".length) ?? element.localName;
}

function says(element) {
  const name = element.getAttribute("aria-label") ?? element.getAttribute("aria-valuetext");
  const control = CONTROLS[element.localName]?.(element);
  return [name && `[${squeeze(name)}]`, control].filter(Boolean).join(" ");
}

function states(element) {
  const classes = [...element.classList].filter((name) => name.startsWith("is-"));
  const set = ["checked", "disabled", "aria-disabled", "aria-pressed", "aria-current", "aria-expanded"];
  const on = set.filter((name) => (element.getAttribute(name) ?? "false") !== "false");
  return [...classes, ...on, ...(element.checked ? ["checked"] : [])].map((name) => `(${name})`);
}

/** The text of an element that is in no block of its own. */
function own(element) {
  const isWhole = isLeaf(element);
  const pieces = [];
  const read = (node) => {
    if (node.nodeType === 3) pieces.push(node.data);
    if (node.nodeType !== 1 || isLeftOut(node)) return;
    if (!isWhole && isBlock(node)) return;
    const apart = APART.has(node.localName) ? " " : "";
    pieces.push(CELLS.has(node.localName) ? " | " : apart);
    node.childNodes.forEach(read);
    pieces.push(apart);
  };
  element.childNodes.forEach(read);
  return squeeze(pieces.join(""));
}

const squeeze = (text) => text.replace(/[ \n\t]+/g, " ").trim();
