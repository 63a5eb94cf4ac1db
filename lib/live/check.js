/** The check of an exercise: results of a learner's functions beside those that a build computed. */
import {readable} from "./readable.js";
import {firstWrong, reached} from "./stages.js";

/** As in lib/tapewalk_course/checking/comparing.py. */
const RTOL = 1e-5;
const ATOL = 1e-7;
const SINGLE = 1e-4;
const GRAVEST = ["part_none", "type", "count", "missing", "shape", "nan", "numbers"];

const numberOf = (/** @type {number|string} */ x) => Number(String(x).replace("inf", "Infinity"));

/** Return the numbers and the shape of a number or an array, null of anything else. */
function arrayOf(/** @type {Encoded} */ x) {
  if (typeof x === "number" || typeof x === "string") return {numbers: [numberOf(x)], shape: [], isSingle: false};
  if (!Array.isArray(x?.array) || x.type === "bool") return null;
  return {numbers: x.array.map(numberOf), shape: x.shape, isSingle: x.type === "float32"};
}

const isNear = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ atol, rtol = RTOL) =>
  a === b || (a !== a && b !== b) || (Number.isFinite(b) && Math.abs(a - b) <= atol + rtol * Math.abs(b));

/**
 * Return null if a result is as expected, otherwise the name of the problem.
 *
 * @param {any} got
 * @param {any} expected
 * @returns {string|null}
 */
export function close(got, expected) {
  if (got === null || got === undefined) return "none";
  if (expected === null) return "type";
  if (expected.parts) {
    if (!got.parts) return "type";
    if (got.parts.length !== expected.parts.length) return "count";
    return gravest(expected.parts.map((/** @type {any} */ part, /** @type {number} */ i) => [got.parts[i], part]));
  }
  if (expected.entries) {
    if (!got.entries) return "type";
    const own = new Map(got.entries);
    if (!expected.entries.every((/** @type {[string, Encoded]} */ [name]) => own.has(name))) return "missing";
    return gravest(expected.entries.map((/** @type {[string, Encoded]} */ [name, entry]) => [own.get(name), entry]));
  }
  return closeNumbers(got, expected);
}

function closeNumbers(/** @type {any} */ got, /** @type {any} */ expected) {
  if (expected.other && got.other) return got.other === expected.other ? null : "answer";
  const mine = arrayOf(got);
  const theirs = arrayOf(expected);
  if (!mine || !theirs) return "type";
  if (String(mine.shape) !== String(theirs.shape)) return "shape";
  const most = Math.max(1, ...theirs.numbers.filter(Number.isFinite).map(Math.abs));
  const agrees = (/** @type {number} */ atol, /** @type {number} */ rtol) =>
    theirs.numbers.every((b, i) => isNear(mine.numbers[i], b, atol, rtol));
  if (agrees(ATOL, RTOL) || (mine.isSingle && agrees(SINGLE * most, 0))) return null;
  return mine.numbers.every(Number.isFinite) || !theirs.numbers.every(Number.isFinite) ? "numbers" : "nan";
}

function gravest(/** @type {[Encoded, Encoded][]} */ pairs) {
  const problems = pairs.map(([mine, theirs]) => (mine === null ? "part_none" : close(mine, theirs)));
  return GRAVEST.find((one) => problems.includes(one)) ?? null;
}

/** Return the problem of an order of nodes: any in which each comes after its operands is right. */
function orderProblem(/** @type {any} */ got, /** @type {CheckedInput} */ {program: {leaves, steps}}) {
  if (got === null) return "none";
  if (!got.names) return "type";
  const place = new Map(got.names.map((/** @type {string} */ name, /** @type {number} */ i) => [name, i]));
  const total = leaves.length + steps.length;
  if (got.names.length !== total || place.size !== total) return "order";
  const nameOf = (/** @type {number} */ n) => (n < 26 ? String.fromCharCode(97 + n) : `n${n}`);
  const isOrder = steps.every(([, ...parents], n) =>
    parents.every((parent) => place.get(nameOf(parent)) < place.get(nameOf(leaves.length + n))));
  return isOrder ? null : "order";
}

/** Return names in which leaves that follow each other are sorted: they may change places. */
function settled(/** @type {string[]} */ names, /** @type {string[]} */ leaves = []) {
  /** @type {string[]} */
  const out = [];
  for (const name of names) {
    let to = out.length;
    while (leaves.includes(name) && leaves.includes(out[to - 1]) && out[to - 1] > name) to--;
    out.splice(to, 0, name);
  }
  return out;
}

/** Return the problem of an order in which nodes run. */
function stepsProblem(/** @type {any} */ got, /** @type {CheckedInput} */ {expected, leaves}) {
  if (got === null) return "none";
  if (!got.names) return "type";
  const {names} = /** @type {any} */ (expected);
  return String(settled(got.names, leaves)) === String(settled(names, leaves)) ? null : "steps";
}

/** @type {Record<string, (got: any, input: CheckedInput) => string|null>} */
const PROBLEMS = {order: orderProblem, steps: stepsProblem};

/**
 * Whether two results are the same; of an order that lacks nodes, which nodes it has.
 *
 * @param {any} one
 * @param {any} other
 * @param {{expected: any, leaves?: string[]}} input
 */
function same(one, other, {expected, leaves}) {
  if (one?.names && other?.names) {
    const isWhole = other.names.length === expected?.names?.length;
    const told = (/** @type {string[]} */ names) => String(isWhole ? settled(names, leaves) : [...names].sort());
    return told(one.names) === told(other.names);
  }
  if (one?.entries && other?.entries) {
    if (hasOtherKeys(other, expected)) return hasOtherKeys(one, expected);
    if (one.entries.length !== other.entries.length) return false;
  }
  if (one?.parts && one.parts.length === other?.parts?.length) {
    return one.parts.every((/** @type {any} */ part, /** @type {number} */ i) =>
      same(part, other.parts[i], {expected: null}));
  }
  return isSameText(one, other) || close(one, other) === null || JSON.stringify(one) === JSON.stringify(other);
}

/** Two Pythons may write the same number in other digits. */
function isSameText(/** @type {any} */ one, /** @type {any} */ other) {
  const [mine, theirs] = [one, other].map((text) => Number(text?.other?.slice(1, -1)));
  return Number.isFinite(mine) && isNear(mine, theirs, ATOL);
}

function hasOtherKeys(/** @type {Result} */ {entries}, /** @type {Result} */ expected) {
  const known = new Set(expected.entries?.map(([name]) => name));
  return entries.some(([name]) => !known.has(name));
}

/** Python's own sentences differ between a page and a build; those of these types are NumPy's. */
const WITH_SENTENCE = ["ValueError", "IndexError"];

/** @param {Partial<RunError>} error @param {Partial<RunError>} made @param {boolean} hasSymptom */
function isSameError(error, made, hasSymptom) {
  if (error?.type !== made?.type) return false;
  return hasSymptom || !WITH_SENTENCE.includes(made.type) || error.sentence === made.sentence;
}

/** Whether a case has something to show: empty arrays look alike. */
function isTelling(/** @type {any} */ {input: {expected}, got}) {
  if (expected.entries) return expected.entries.length > 0 || got?.entries?.length > 0;
  const parts = expected.parts ?? [expected];
  return parts.every((/** @type {Encoded} */ part) => arrayOf(part) === null || arrayOf(part).numbers.length > 0);
}

/** A mistake made in one way: its wrong results, by the numbers of their cases. */
class Variant {
  constructor(/** @type {Record<number, WrongResult>} */ wrong, /** @type {boolean} */ hasSymptom) {
    this.wrong = wrong;
    this.hasSymptom = hasSymptom;
  }

  isSame(/** @type {Trial} */ {number, input, got, error, problem}) {
    const made = this.wrong[number];
    if (!made) return false;
    if (error || made.error) return isSameError(error, made.error, this.hasSymptom);
    return problem !== "slow" && same(got, made.got, input);
  }

  explains(/** @type {Trial[]} */ failed, /** @type {Trial[]} */ trials) {
    const isRight = (/** @type {Trial} */ {number}) => !this.wrong[number];
    return failed.every((one) => this.isSame(one)) && trials.filter(({problem}) => !problem).every(isRight);
  }
}

/**
 * Ways in which a mistake shows, the surest first: each returns a trial to show, if there is one.
 *
 * @type {((variant: Variant, failed: Trial[], trials: Trial[]) => Trial|false|undefined)[]}
 */
const SHOWS = [
  (variant, failed, trials) => variant.explains(failed, trials) && failed.find(isTelling),
  (variant, failed, trials) => {
    const spoiled = new Set(trials.filter(({number}) => variant.wrong[number]).map(({input}) => input.which));
    const there = failed.filter(({input}) => spoiled.has(input.which));
    return there.length > 0 && variant.explains(there, trials) && there.find(isTelling);
  },
  (variant, failed) => {
    const telling = failed.filter(isTelling);
    const showing = telling.filter((one) => variant.isSame(one));
    return showing.length > 1 && 2 * showing.length >= telling.length && showing[0];
  }
];

/**
 * Return what is wrong, or null.
 *
 * @param {CheckedExercise} exercise
 * @param {Trial[]} trials
 * @param {CheckData["errors"]} errors
 * @returns {{trial: Trial, hint: string, said?: Record<string, string>, facts?: object}|null} what is wrong, and the
 *   hint's whole text or what it states
 */
export function diagnose(exercise, trials, errors) {
  trials = firstWrong(exercise, trials);
  const failed = trials.filter(({problem}) => problem);
  const unwritten = failed.find(({problem}) => problem === "unwritten");
  if (unwritten) return {trial: unwritten, hint: "hint_unwritten"};
  const changed = trials.find((trial) => trial.changed.length > 0);
  if (changed) return {trial: {...changed, problem: "changed"}, hint: "hint_changed"};
  if (failed.length === 0) return null;
  const ways = SHOWS.filter((_, i) => (i === 1 ? exercise.takes.length > 1 : i === 2 ? !exercise.counts : true));
  for (const shows of ways) {
    for (const {hint, slow, symptom, variants} of exercise.mistakes) {
      const late = failed.find(({problem, input}) => slow && problem === "slow" && slow in input.facts);
      if (late) return {trial: late, hint};
      // A symptom explains either all failed cases or none.
      for (const wrong of symptom && shows !== SHOWS[0] ? [] : variants) {
        const trial = shows(new Variant(wrong, symptom), failed, trials);
        if (trial) return {trial, hint};
      }
    }
  }
  for (const {hint, said, wrong} of exercise.general) {
    const trial = SHOWS[0](new Variant(wrong, true), failed, trials);
    if (trial) return {trial, hint, said};
  }
  const trial = failed.find(isTelling) ?? failed[0];
  if (failed.every(({input}) => input.empty)) return {trial, hint: "hint_empty"};
  if (trial.error) return {trial, ...raised(trial.error, errors)};
  const numbers = new Set(trials.map(({got}) => got).filter((got) => typeof got === "number"));
  const isNumbers = trials.length > 2 && trials.every(({input}) => typeof input.expected === "number");
  return {trial, hint: numbers.size === 1 && isNumbers ? "hint_constant" : `hint_${trial.problem}`};
}

/** Return the hint on an error, and the names in its sentence. */
function raised(/** @type {RunError} */ {type, sentence}, /** @type {CheckData["errors"]} */ errors) {
  const [, , kind] = errors.find(([one, part]) => one === type && sentence.includes(part)) ?? [];
  const quoted = [...sentence.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const facts = {name: quoted.at(-1) ?? sentence, owner: quoted[0] ?? sentence};
  return {hint: kind ? `hint_raised_${kind}` : "hint_raised", facts};
}

/**
 * Return the trials of inputs, from the answers of page.py.
 *
 * @param {CheckedExercise} exercise
 * @param {number[]} numbers of the inputs
 * @param {Attempt[]} results
 * @returns {Trial[]}
 */
export function trialsOf(exercise, numbers, results) {
  return numbers.map((number, i) => {
    const input = exercise.cases[number];
    const {got: given = null, error = null, changed = [], problem = null} = results[i];
    const isEmpty = /** @type {any} */ (given)?.parts?.length === 0;
    const got = /** @type {any} */ (isEmpty && exercise.kind === "steps" ? {names: []} : given);
    const judge = PROBLEMS[exercise.kind] ?? (() => close(got, input.expected));
    return {number, input, got, error, changed, problem: problem ?? judge(got, input)};
  });
}

/** Return a number with some significant digits, as Python writes it. */
function numberText(/** @type {number|string} */ x, /** @type {number} */ digits) {
  if (typeof x === "string") return x;
  const short = Number(x.toPrecision(digits));
  const [m, e] = short.toExponential().split("e");
  if (Number(e) < -4 || Number(e) >= digits) return `${m}e${e[0]}${e.slice(1).padStart(2, "0")}`;
  return String(short);
}

/** Return a result as a text, as the notebook's card shows it. */
export function shown(/** @type {any} */ x, /** @type {number} */ digits, /** @type {string[]} */ parts = []) {
  if (x === null || x === undefined) return "None";
  if (typeof x !== "object") return numberText(x, digits);
  if (x.names) return `[${x.names.length > 20 ? [...x.names.slice(0, 10), "…", ...x.names.slice(-2)].join(", ") : x.names.join(", ")}]`;
  if (x.parts) {
    if (parts.length === 0) return `(${x.parts.map((/** @type {Encoded} */ part) => shown(part, digits)).join(", ")})`;
    return x.parts.map((/** @type {Encoded} */ part, /** @type {number} */ i) => `${parts[i] ?? "?"} = ${shown(part, digits)}`).join("\n");
  }
  if (x.entries) {
    const all = x.entries.map((/** @type {[string, Encoded]} */ [name, entry]) => `${name}: ${shown(entry, digits)}`);
    return `{${(all.length > 10 ? [...all.slice(0, 9), "…", all.at(-1)] : all).join(", ")}}`;
  }
  if (x.array) return `${rows(x.array.map((/** @type {number|string} */ each) => numberText(each, digits)), x.shape)}  (${x.shape.join(", ")}${x.shape.length === 1 ? "," : ""})`;
  return String(x.other);
}

/** Return numbers between the brackets of their shape, a row a line. @returns {string} */
function rows(/** @type {string[]} */ texts, /** @type {number[]} */ shape, indent = " ") {
  if (texts.length === 0) return "[]";
  const width = Math.max(...texts.map(({length}) => length));
  if (shape.length < 2) return shape.length ? `[${texts.map((one) => one.padStart(width)).join(", ")}]` : texts[0];
  const n = texts.length / shape[0];
  const each = Array.from({length: shape[0]}, (_, i) =>
    rows(texts.slice(i * n, i * n + n).map((one) => one.padStart(width)), shape.slice(1), `${indent} `));
  return `[${each.join(`,\n${indent}`)}]`;
}

/**
 * Return what a card shows: title, rows of a name, a text and whether it is code, and the hint's name.
 *
 * @param {CheckedExercise} exercise
 * @param {Trial[]} trials
 * @param {CheckTexts} of
 * @returns {{passed: boolean, hint: string|null, title: string, rows: [string, string, boolean][]}}
 */
export function feedback(exercise, trials, {words, errors, lang, own, handed = true, uncalled = []}) {
  const {id, takes, points, stages, parts, cases, oracles} = exercise;
  const names = takes.join(", ");
  const isCalled = handed && uncalled.length === 0;
  const found = isCalled ? diagnose(exercise, trials, errors) : {trial: null, hint: handed ? "hint_uncalled" : "hint_handed"};
  const right = reached(exercise, trials);
  const got = stages.reduce((sum, stage) => sum + (right.has(stage.name) ? stage.points : 0), 0);
  const title = fill(words[found ? "failed" : "passed"], {id, names, points: found ? got : points, of: points});
  if (!found) {
    const text = fill(words.right, {count: cases.length, oracles: oracles[lang]});
    return {passed: true, hint: null, title, rows: [[words.tried, text, false]]};
  }
  const {trial, hint, said} = found;
  if (!trial) {
    const got = uncalled.map((one) => /** @type {[string, string, boolean]} */ ([words.got, shown(one, 4), true]));
    const expected = fill(words[handed ? "expects_callable" : "expects_handed"], {names});
    const rest = /** @type {[string, string, boolean][]} */ ([
      [words.expected, expected, false], [words.hint, fill(words[hint], {names}), false]
    ]);
    return {passed: false, hint, title, rows: [...got, ...rest]};
  }
  const {expected, tried, facts} = trial.input;
  const texts = (/** @type {number} */ n) => [shown(trial.got, n, parts), shown(expected, n, parts)];
  const digits = [4, 8, 17].find((n) => texts(n)[0] !== texts(n)[1]) ?? 4;
  const {parts: several, entries} = Object(expected);
  const values = {
    ...facts, ...found.facts, count: (several ?? entries)?.length ?? 1, parts: parts.join(", "),
    names: trial.changed.length > 0 ? trial.changed.join(", ") : names
  };
  const isCode = !["slow", "unwritten"].includes(trial.problem);
  const stagesTold = stages.map(({name, points: of, words: asked}) =>
    `${right.has(name) ? "✓" : "✗"} ${asked[lang]}: ${right.has(name) ? of : 0} / ${of}`);
  return {
    passed: false,
    hint,
    title,
    rows: [
      .../** @type {[string, string, boolean][]} */ (stages.length ? [[words.stages, stagesTold.join("\n"), true]] : []),
      [words.tried, tried, true],
      [words.got, came(trial, texts(digits)[0], words, own), isCode],
      [words.expected, texts(digits)[1], true],
      [words.hint, said?.[lang] ?? fill(exercise.hints[lang][hint] ?? words[hint], values), false]
    ]
  };
}

function fill(/** @type {string} */ text, /** @type {Record<string, unknown>} */ values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Return the result on an input, as the card shows it.
 * @param {Trial} trial @param {string} got @param {Record<string, string>} words @param {string} own */
function came({problem, error, changed}, got, words, own) {
  if (problem === "slow") return fill(words.got_slow, {seconds: 5});
  if (problem === "unwritten") return words.got_unwritten;
  if (error) return errorText(error, own);
  return changed.length > 0 ? `${got}\n(${fill(words.got_changed, {names: changed.join(", ")})})` : got;
}

function errorText(/** @type {RunError} */ {type, sentence, line}, /** @type {string} */ own) {
  const text = sentence ? `${type}: ${sentence}` : type;
  return line === null ? text : `${text}\n${line}: ${own.split("\n")[line - 1]?.trim() ?? ""}`;
}

/**
 * Return the program that runs page.py.
 *
 * @param {Record<string, string>} files
 * @param {unknown[]} given to its `check`
 */
export function checkProgram(files, given) {
  const [earlier, own, ...rest] = given;
  const texts = [/** @type {string[]} */ (earlier).map(readable), readable(/** @type {string} */ (own))];
  const literal = (/** @type {unknown} */ x) => JSON.stringify(JSON.stringify(x));
  return `import json
for _path, _text in json.loads(${literal(files)}).items():
    with open("/lib/" + _path, "w") as _file:
        _file.write(_text)
import page  # with numpy
page.check(*json.loads(${literal([...texts, ...rest])}))
`;
}
