/** Types of the live figures, the live cells and the lab. */

/** Python's own error, or one of those that causes.js lists; `line` counts from 1. */
interface RunError {
  type: string;
  sentence: string;
  line: number | null;
}

/** The result of a program. */
interface RunResult {
  /** The graph of the value in its last line, if there is one. */
  trace: Trace | null;
  printed: string;
  /** Whether it printed more than that. */
  isCut: boolean;
  error: RunError | null;
  /** After an error, the values computed before it, by name: number and local gradients. */
  reached: Record<string, [value: Entry, locals: Entry[]]>;
  /** A text for the page, of a program that ends in one. */
  answer: string | null;
}

interface HowToRun {
  /** Whether a reader wrote it. */
  isForeign?: boolean;
  /** Milliseconds. */
  longest?: number;
  /** Gets what a long run printed so far. */
  heard?: (printed: string) => void;
}

/** A number, an array, parts or entries of these, the names of nodes, or something else as a text. */
interface Result {
  array?: (number | string)[];
  shape?: number[];
  type?: string;
  parts?: Encoded[];
  entries?: [string, Encoded][];
  names?: string[];
  other?: string;
}
type Encoded = Result | number | string | null;

/** A mistake's wrong result on one input. */
interface WrongResult {
  got?: Encoded;
  error?: {type: string; sentence: string};
}

/** One set of inputs. */
interface CheckedInput {
  which: number;
  late: boolean;
  stage: string;
  facts: Record<string, number>;
  tried: string;
  empty: boolean;
  expected: Encoded;
  /** Names of nodes that may change places. */
  leaves?: string[];
  program?: {leaves: number[]; steps: [op: string, ...operands: number[]][]};
}

/** A part of an exercise with points of its own. */
interface Stage {
  name: string;
  points: number;
  words: Record<string, string>;
  needs: string[];
}

/** An exercise as tools/assets/checks.py writes it. */
interface CheckedExercise {
  id: string;
  kind: string;
  /** The text of its run.py, or none. */
  run: string;
  takes: string[];
  points: number;
  stages: Stage[];
  parts: string[];
  counts: boolean;
  cases: CheckedInput[];
  mistakes: {hint: string; slow: string; symptom: boolean; variants: Record<number, WrongResult>[]}[];
  general: {hint: string; said: Record<string, string>; wrong: Record<number, WrongResult>}[];
  hints: Record<string, Record<string, string>>;
  oracles: Record<string, string>;
}

/** The exercises of a module that a page has. */
interface CheckData {
  files: Record<string, string>;
  words: Record<string, Record<string, string>>;
  exercises: Record<string, CheckedExercise>;
  /** The type of an error, a part of its sentence, and the name of its hint. */
  errors: [type: string, part: string, hint: string][];
}

/** The result of a learner's work on one input, as page.py reports it. */
interface Attempt {
  got?: Encoded;
  problem?: string | null;
  error?: RunError | null;
  changed?: string[];
}
interface Trial extends Required<Attempt> {
  number: number;
  input: CheckedInput;
}

/** The answer of page.py. */
interface CheckAnswer {
  error?: RunError;
  failure?: RunError | null;
  isSlow?: boolean;
  handed?: boolean;
  uncalled?: Encoded[];
  printed?: string;
  results?: Attempt[];
  trials?: Trial[];
}

/** The words of a check's card, and the text of the cell. */
interface CheckTexts {
  words: Record<string, string>;
  errors: CheckData["errors"];
  lang: string;
  own: string;
  handed?: boolean;
  uncalled?: Encoded[];
}

/** What live cells need of the engine. */
interface Runner {
  run(
    program: string, leaves?: Record<string, number>, how?: HowToRun
  ): Promise<RunResult>;
  stop(): void;
}

/** The engine of a page. */
interface Engine extends Runner {
  start(): Promise<void>;
}

type Detail = string | number | number[] | boolean | HTMLElement;

/** The words of a language, some with places for details. */
type Sayings = Record<string, string | Record<string, string> | ((...details: Detail[]) => string | Detail[])>;

type LiveWords = ReturnType<typeof import("./words/words.js").liveWords>;
type LabWords = ReturnType<typeof import("./words/words.js").labWords>;

/** The part of MicroPython's module that engine.js uses. */
interface MicroPython {
  FS: {
    analyzePath(path: string): {exists: boolean};
    mkdir(path: string): void;
    writeFile(path: string, content: string): void;
  };
  pyimport(name: string): {run(program: string, leaves: string): string; more(): string};
  registerJsModule(name: string, module: object): void;
}

declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export function loadMicroPython(options: object): Promise<MicroPython>;
}

type LiveFigure = import("../diagrams/figure/live.js").LiveFigure;
type Lens = ReturnType<typeof import("../diagrams/lens/lens.js").lens>;
type Samples = import("../diagrams/lens/lens.js").Samples;

/** A bug of the lab: each edit is a part of the engine's text and its replacement. */
interface Bug {
  name: string;
  title: string;
  why: string;
  hint: string;
  edits: [string, string][];
  lines: number[];
  showsOn: string | null;
  isHidden: boolean;
}

interface LabProgram {
  name: string;
  title: string;
  text: string;
  root: string;
}

/** The data that lib/tapewalk_course/lab/data.py publishes. */
interface LabData {
  engine: string;
  watch: string;
  bugs: Bug[];
  programs: LabProgram[];
}

interface LabError extends RunError {
  place: string;
}

interface WatchedNode {
  label: string | null;
  op: string;
  value: Entry;
  parents: number[];
  locals: Entry[];
  grad: Entry;
}

/** A backward pass: its root, and each gradient that it wrote, in order. */
interface WatchedWalk {
  root: number;
  writes: [place: number, sender: number | null, grad: Entry, total: Entry][];
}

/** The record of `watch` in lib/tapewalk_course/lab/watch.py. */
interface Watched {
  nodes: WatchedNode[];
  walks: WatchedWalk[];
  count?: number;
  error: LabError | null;
}

/** A leaf in the record of `check` in the same file, or the error that stopped the engine. */
interface CheckedLeaf {
  isRight: boolean;
  error?: LabError;
  leaf?: string;
  got?: Entry;
  slope?: Entry;
}

/** What lab.js passes to the bench and the puzzle. */
interface LabTools extends ReturnType<typeof import("./lab/watching.js").watcher> {
  data: LabData;
  lang: string;
  says: LabWords;
  causes: Record<string, string>;
}
