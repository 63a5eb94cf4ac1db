/**
 * Return a text with a bug in it.
 *
 * @param {string} text
 * @param {[string, string][]} edits each a part of the text and its replacement
 * @returns {string}
 * @throws {Error} if a part does not occur exactly once
 */
export function mutate(text, edits) {
  return edits.reduce((so, [old, next]) => {
    const times = so.split(old).length - 1;
    if (times !== 1) throw new Error(`${JSON.stringify(old)} occurs ${times} times, not once`);
    return so.replace(old, () => next);
  }, text);
}

/**
 * Return the difference of two texts, line by line.
 *
 * @param {string} one
 * @param {string} other
 * @returns {{sign: " "|"-"|"+", text: string, line: number}[]} `line`: its number in the text that contains it
 */
export function lineDiff(one, other) {
  const [a, b] = [one, other].map((text) => text.replace(/\n+$/, "").split("\n"));
  // length[i][j]: of the longest common run of lines from i and j on.
  const length = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const skipped = Math.max(length[i + 1][j], length[i][j + 1]);
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : skipped;
    }
  }
  /** @type {ReturnType<typeof lineDiff>} */
  const rows = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push({sign: " ", text: b[j++], line: j});
      i += 1;
    } else if (j === b.length || (i < a.length && length[i + 1][j] >= length[i][j + 1])) {
      rows.push({sign: "-", text: a[i++], line: i});
    } else {
      rows.push({sign: "+", text: b[j++], line: j});
    }
  }
  return rows;
}

/**
 * Return the entries of a list in an order that a seed decides, the same in every browser.
 *
 * @template T
 * @param {T[]} list
 * @param {number} seed
 * @returns {T[]}
 */
export function shuffled(list, seed) {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}
