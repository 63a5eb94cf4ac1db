/** Strings, comments, words, lines, and every other character but spaces. */
const TOKENS = new RegExp([
  /("""|''')(?:\\[^]|(?!\1)[^])*\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/u,
  /[\p{L}_][\p{L}\d_]*|\d[\w.]*|\*\*|\n|\S/u
].map(({source}) => source).join("|"), "gu");

const MADE = new Map([["(", "_tuple("], ["[", "_list("], ["{", "_set("]]);

/** A bracket after one of these, or after another sign, begins a display; after other words it is a call. */
const BEFORE_DISPLAY = /^(?:|return|in|and|or|not|if|else|yield|is|assert|for|[=+\-*/,:;([{%<>|&^@~])$/;

const NEEDED = /[([{,]\s*\*|return \*|\bfloat\(|\.item\(\)|\.shape\[::-1\]/;
const BARE = /^(\s*return )([^\n#]*?(?<=,\s*|return )\*[^*\n#][^\n#]*)$/gm;

const isClosed = (/** @type {string} */ text) => text.split(/[([{]/).length === text.split(/[)\]}]/).length;

/**
 * Return a program with calls in place of what MicroPython can't do; each line keeps its number.
 *
 * It reads no stars in displays, `[*a, b]`. `float` asks an array for its number by a method that
 * `1.5 * a` asks too, and then gives no array, so arrays don't have it. And the sum of an array is a
 * float, which has no `item()`.
 *
 * @param {string} text
 */
export function readable(text) {
  if (!NEEDED.test(text)) return text;
  // MicroPython's tuples have no step of their own.
  const given = text.replaceAll(".shape[::-1]", ".T.shape")
    .replace(BARE, (whole, start, tuple) => (isClosed(tuple) ? `${start}(${tuple})` : whole));
  const parts = given.split("");
  // The last token, and where the expression begins that it ends.
  let last = {token: "", start: 0};
  /** @type {{at: number, start: number, isDisplay: boolean, hasStar: boolean}[]} */
  const open = [];
  for (const {0: token, index: at} of given.matchAll(TOKENS)) {
    if (token.startsWith("#") || (token === "\n" && open.length > 0)) continue;
    const isDisplay = BEFORE_DISPLAY.test(last.token);
    let start = last.token === "." || (token === "." && !isDisplay) ? last.start : at;
    if (MADE.has(token)) open.push({at, start: isDisplay ? at : last.start, isDisplay, hasStar: false});
    else if (token === "*" && open.length > 0 && "([{,".includes(last.token)) open.at(-1).hasStar = true;
    else if (")]}".includes(token) && open.length > 0) {
      const begun = open.pop();
      start = begun.start;
      if (begun.hasStar && begun.isDisplay && !isTarget(given, begun.at, at)) {
        [parts[begun.at], parts[at]] = [MADE.get(given[begun.at]), ")"];
      }
    } else rewrite(parts, given, token, at, last);
    last = {token: token === "\n" ? "" : token, start};
  }
  return parts.join("");
}

/** Whether a display is assigned to. */
function isTarget(/** @type {string} */ text, /** @type {number} */ from, /** @type {number} */ to) {
  return /^\s*=(?!=)/.test(text.slice(to + 1, to + 9)) || /\bfor\s+$/.test(text.slice(0, from));
}

/**
 * Change the call of `item` or `float`, or what is in the braces of a string.
 *
 * @param {string[]} parts the characters, and what is written in their place
 * @param {string} given
 * @param {string} token
 * @param {number} at
 * @param {{token: string, start: number}} last
 */
function rewrite(parts, given, token, at, last) {
  if (last.token === "." && given.startsWith("item()", at)) {
    parts[last.start] = `_item(${parts[last.start]}`;
    parts.fill("", at - 1, at + 5);
  } else if (/^["']/.test(token) && /^[rR]?[fF][rR]?$/.test(last.token)) {
    parts[at] = token.replace(/\{([^{}]+)\}/g, (_, written) => `{${readable(written)}}`);
    parts.fill("", at + 1, at + token.length);
  } else if (token === "float" && given[at + 5] === "(" && !/^(?:\.|def|class)$/.test(last.token)) {
    parts[at] = `_${parts[at]}`;
  }
}
