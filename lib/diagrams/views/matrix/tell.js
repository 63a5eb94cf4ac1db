import {usersOf} from "./steps.js";

/** Users that are listed by name. */
const MOST_NAMES = 6;

/**
 * Who uses a cell, in words.
 *
 * @param {import("./product.js").Stage} stage
 * @param {{panel: number, cell: number}} picked
 * @param {{words: object, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {import("../../words/say.js").Part[]}
 */
export function tellUsers(stage, {panel, cell}, {words, format}) {
  const [from, result] = [stage.panels[panel], stage.panels.at(-1)];
  const users = usersOf(stage, panel, cell);
  const names = users.slice(0, MOST_NAMES).map((user) => result.names[user]);
  if (users.length > MOST_NAMES) names.push("…");
  return words.matrix.usedBy(
    {text: from.names[cell], kind: from.kind},
    {text: format.short(from.numbers[cell]), kind: from.kind},
    users.length,
    {text: names.join(words.listSeparator), kind: result.kind}
  );
}
