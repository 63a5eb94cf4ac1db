/** What TypeScript cannot know of the modules that it checks. */

declare module "htl" {
  interface Tag {
    (strings: TemplateStringsArray, ...values: unknown[]): any;
    fragment(strings: TemplateStringsArray, ...values: unknown[]): DocumentFragment;
  }
  export const html: Tag;
  export const svg: Tag;
}

/** Written by tools/assets/views.mjs from the folders of the views. */
declare module "*.css";

declare module "*.wasm";

declare module "views:all";
declare module "views:papers";

/** Written by the bundler from lib/live. */
declare module "tapewalk:files";
declare module "tapewalk:derive";
declare module "tapewalk:arrays";
declare module "tapewalk:names";

/** A view: its value is a step for most. */
type View<Value = any> = HTMLElement & {value: Value};

/** An element of `prediction` or `quiz`. */
type Prediction = View<{answered: boolean; correct?: boolean; numbers?: Record<string, number>}> & {showMe: () => void};

/**
 * The options that views share, as a page's author gives them. `view.json` says which of them a view
 * takes, and describes its own: a figure refuses others by name before it draws.
 */
interface Options {
  lang?: string;
  id?: string;
  title?: string;
  step?: number;
  open?: string[];
  scene?: string;
  follow?: View<number | {step: number}>;
  /** Words in place of its own; of a graph also the name of what its edges show. */
  labels?: string | Record<string, string>;
  /** Ids of what is hidden until the answer is in. */
  holds?: string | string[];
  /** A question, and the options that hold until it is answered; `of` is shown in place of the data. */
  after?: Options & {prediction: Prediction; of?: any; [own: string]: unknown};
}

/** Those that a view takes. */
type OptionsOf<F extends (...given: any[]) => unknown> = Parameters<F>[1];

/** Events of elements in a drawing. */
type KeyPress = KeyboardEvent & {target: Element};
type Click = MouseEvent & {target: Element};

/** A reader moved the leaves of a figure: it shows another trace than the one that it was built with. */
interface RecastEvent extends Event {
  built: Trace;
  shown: Trace;
  how: Parameters<import("./figure/live.js").LiveFigure["recast"]>[1];
}
interface HTMLElementEventMap {
  "tw-recast": RecastEvent;
}

/** How a question finds its answer: a number or a word, or the label of a gradient or a value. */
type AnswerPath = number | string | {grad: string} | {value: string};

/** A likely answer, with what is said to it. */
type Reply = {when: AnswerPath; say?: string};

/** The options of `prediction` and `quiz`. */
interface QuestionOptions extends Omit<Options, "labels"> {
  question: string;
  answer: AnswerPath;
  /** Those with `also` are right too. */
  choices?: (Reply & {text?: string; also?: boolean})[];
  replies?: Reply[];
  right?: string;
  hint?: string;
  unit?: string;
  within?: number;
}

/** What a link or the page's memory asks of a figure, where numbers are texts; or a new value of it. */
type Settings = Record<string, unknown>;

/** The words of a language, with those of a view. */
interface Words {
  lang: string;
  valueOf: any;
  [name: string]: any;
}

/** A number in a trace; JSON has no NaN and no infinities, which are strings there. */
type Entry = number | string | null;

/** The entries of a tensor in a few numbers, all null for an empty one. */
interface Summary {
  shape: number[];
  min: Entry;
  max: Entry;
  mean: Entry;
  norm: Entry;
  values?: Entry[];
}

interface SavedTensor {
  name: string;
  shape: number[];
  bytes: number;
  of: string | null;
  storage?: number;
}

interface TraceNode {
  id: number;
  op: string;
  label: string | null;
  value: Entry;
  group?: string | null;
  shape?: number[];
  dtype?: string;
  requires_grad?: boolean;
  constants?: {slot: number; value: any}[];
  saved?: SavedTensor[];
  summary?: Summary | null;
}

interface TraceEdge {
  from: number;
  to: number;
  slot: number;
  local: Entry;
}

interface TraceSend {
  edge: number;
  contribution: Entry | Summary;
  total: Entry | Summary;
}

interface TraceEvent {
  node: number;
  grad: Entry | Summary;
  sends: TraceSend[];
}

/** As lib/tapewalk/trace/schema.json describes it. */
interface Trace {
  schema: number;
  engine: string;
  nodes: TraceNode[];
  edges: TraceEdge[];
  forward: number[];
  backward: TraceEvent[];
  grads: Record<string, Entry | Summary>;
  storages?: {bytes: number; of: string | null}[];
}

interface ScoreNode {
  op: string;
  label: string | null;
  group: string | null;
  shape: number[];
  dtype: string | null;
  /** A function of `source`, and the line in its file. */
  place: [fn: number, line: number] | null;
  operands: number[];
  saved: {name: string | null; shape: number[]; bytes: number; storage: number; version?: number}[];
}

/** A step that was measured, as lib/tapewalk/trace/score.schema.json describes it. */
interface Score {
  score: 1;
  engine: string;
  nodes: ScoreNode[];
  forward: number[];
  backward: number[];
  again: number[];
  moved?: number[];
  seconds?: number[];
  storages: {bytes: number; of: string | null; node: number; from: number; until: number}[];
  gradients: {node: number; bytes: number}[];
  parameters: number;
  optimizer: number;
  source: {name: string; file: string; first: number; lines: string[]}[];
  norms?: Entry[];
  writes?: {node: number; version: number; shape: number[]; storage?: number; counted?: false}[];
  failed?: {node: number; saved: number; found: number; left: number};
  allocator?: {before: number; forward: number; peak: number};
}

/** A gradient: a number, or the summary of a tensor's entries. */
type Amount = number | Summary;

type Phrase = string | import("./words/say.js").Part | ((...details: any[]) => any);

/** The phrases of a language, in groups such as `problems` too. */
interface Phrases {
  valueOf: (...details: any[]) => any;
  [name: string]: Phrase | Phrase[] | Phrases;
}

// What pages have beside the browser's own names.

interface Window {
  PagefindUI?: any;
}
