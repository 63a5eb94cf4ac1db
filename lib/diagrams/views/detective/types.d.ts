/** What `tapewalk_course.detective` measured, and the state of a game with it. */

/** A case as Python ran it. */
export interface Case {
  seed: number;
  code: string[];
  curve: (number | null)[];
  /** It ended the training. */
  error: string | null;
  /** The lines to blame; none if nothing is wrong. */
  places: number[];
  because: string;
  /** A headline, then what was found. */
  report: string[];
  probes: {lines: Record<string, Measured>; fresh: (number | null)[]; one: number[]; steps: (number | null)[]; leaves: Leaf[]};
  changes: Change[];
}

/** A parameter: its gradient, how far a step moves it, and whether the optimizer has it. */
export type Leaf = {name: string; grad: number | null; step: number | null; held: boolean};

/** A change, and the loss on fresh data after it. */
export type Change =
  {line: number; text: string[]; right: boolean; reply: string; curve: (number | null)[]; fresh: number | null};

/** What is measured at a line, by its kind. */
interface Kinds {
  values: {shape: number[]; mean: number; spread: number; ends: number[]; bins: number[]; grad: number | null};
  loop: {shape: number[]; spread: number[]; grads: (number | null)[]};
  weights: {of: number[]};
  step: {before: number[]; after: number[]; times: number};
  pairs: {rows: number[][][]};
  number: {value: number};
  rate: {values: number[]};
}
export type Measured = {[K in keyof Kinds]: {kind: K} & Kinds[K]}[keyof Kinds];

/** How a measurement is shown; `most` rows of a table fit. */
export type Tools = {words: Words; n: (x: number | null) => string; most: number};
export type Drawn = {drawn: Element | string; text: string};
export type LineTellers = {[K in keyof Kinds]: (found: Kinds[K], tools: Tools, one: Case) => Drawn};

/** The state of a reader's game with a case. */
export interface Game {
  phase: "look" | "fix" | "done";
  points: number;
  /** The measurements so far: numbers of lines, names of `BENCH`. */
  probes: string[];
  /** Lines that were blamed wrongly; 0 for "nothing is wrong". */
  wrong: number[];
  /** Changes, by their index. */
  tried: number[];
  /** The probe whose result is shown. */
  shown: string | null;
  /** The sentence above it. */
  reply: "free" | "healthy" | "sick" | null;
}
