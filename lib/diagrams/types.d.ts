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

/** An object whose fields are named where they are used. */
type Fields = any;

/** A view: its value is a step for most. */
type View = HTMLElement & {value: any};

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

/** A gradient: a number, or the summary of a tensor's entries. */
type Amount = number | Summary;

/** The phrases of a language, in groups such as `problems` too. */
interface Phrases {
  valueOf: (...details: any[]) => any;
  [name: string]: string | string[] | ((...details: any[]) => any) | Phrases;
}

// What pages have beside the browser's own names.

interface Window {
  PagefindUI?: any;
}
