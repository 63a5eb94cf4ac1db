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

interface TraceNode {
  id: number;
  op: string;
  label: string | null;
  value: any;
  group?: string | null;
  shape?: number[];
  dtype?: string;
  requires_grad?: boolean;
  constants?: {slot: number; value: number | string}[];
  saved?: {name: string; shape: number[]; bytes: number; of: string | null; storage?: number}[];
  summary?: any;
}

interface TraceEdge {
  from: number;
  to: number;
  slot: number;
  local: any;
}

interface TraceSend {
  edge: number;
  contribution: any;
  total: any;
}

/** As lib/tapewalk/trace/schema.json describes it. */
interface Trace {
  schema: number;
  engine: string;
  nodes: TraceNode[];
  edges: TraceEdge[];
  forward: number[];
  backward: {node: number; grad: any; sends: TraceSend[]}[];
  grads: Record<string, any>;
  storages?: {bytes: number; of: string | null}[];
}

// What pages have beside the browser's own names.

interface Window {
  PagefindUI?: any;
}
