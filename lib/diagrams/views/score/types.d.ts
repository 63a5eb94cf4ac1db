/** What the modules of a score share. */

/** One step of training: nodes and passes by moment, of which `ahead` are forward; by node the moments in which it ran
 * forward (`made`) and backward (`read`), -1 if it did not; and how many nodes an error kept from running (`left`). */
export interface Step {
  told: Score;
  ahead: number;
  nodes: number[];
  passes: ("forward" | "backward" | "again")[];
  made: number[];
  read: number[];
  left: number;
}

/** One of the runs that a reader can choose: the choice of each switch, and its result in the words of the page. */
export type Run = {name: string; at: number[]; says: string; end: "right" | "wrong" | "error" | ""; step: Step};
export type Described = Run & {held: Held};

/** A switch; several runs, and the switch that `moves` a write of memory. */
export type Setting = {label: string; choices: {label: string}[]};
export interface Several {
  runs: {label?: string; at?: number[]; says?: string; end?: Run["end"]; score: Score}[];
  switches?: Setting[];
  moves?: number | null;
}
export type Data = ReturnType<typeof import("./data.js").scoreData>;
export type OwnOptions = import("./score.js").OwnOptions;

/** The axis of all runs: where the backward pass begins, the clocks of the runs, and the node each slot was made for. */
export interface Axis {
  length: number;
  middle: number;
  clocks: Clock[];
  slots: {node: ScoreNode; isBack: boolean}[];
}

/** The slot of each moment. */
export type Clock = {start: Float64Array};

/** How far a place on the axis is from its start, where it ends at its number of slots; and the place that is so far. */
export type Scale = Record<"along" | "back", (x: number) => number>;

/** The lane of a module, or of a list of modules: `blocks` is around `blocks 0`; "" is for what belongs to no module. */
export type Lane = {path: string; name: string; depth: number; below: Lane[]};

/** The bytes held for backward at each moment; `total` and `peak`, the moment of the most, are without the layers of
 * `Standing`, whose sum is `base`. */
export interface Held {
  total: Float64Array;
  peak: number;
  layers: {key: string; bytes: Float64Array}[];
  base: Float64Array;
}
export type Standing = "parameters" | "gradients" | "optimizer";

/** An event of memory that is written in place; `version` is how many times it had been written, of a failure when it
 * was stored, and `found` the version that the node finds then. */
export interface Event {
  moment: number;
  kind: "stored" | "written" | "unnoticed" | "read" | "wrong" | "fails";
  version: number;
  found?: number;
  node: number;
}

/** A piece of memory that is written in place, the moments in which it exists, and its events in order. */
export type Row = {shape: number[]; from: number; until: number; events: Event[]};

export type State = ReturnType<typeof import("./state.js").scoreState>;

/** The choices of the reader; `strip` is the lane that is open where lanes are strips, `at` the present place. */
export interface Look {
  run: number;
  by: "kind" | "group";
  below: (Standing | "writes")[];
  unit: "node" | "module" | "line";
  scale: string;
  open: Set<string>;
  strip: string | null;
  zoom: number;
  width: number;
  height: number;
  at: number;
}

/** What is drawn of a look. */
export type Scene = import("./state.js").Scene;
export type Subject = Scene & {step: Step};
export type Telling = Scene["telling"];

/** The room of a drawing: of its strips the one that is `opened`, -1 for none; the rows to keep free for written memory,
 * the places to which a reader can move a write, and which of them it is at. */
export type Room = Pick<Look, "width" | "height"> & Pick<Scene, "names" | "rowOf" | "window"> &
  {isNarrow: boolean; opened: number; written: number; stops: number[]; stop: number};

/** `show` marks the present place, `point` that under the pointer or none, `light` a layer; `at` returns the place at a
 * point, `rowAt` the lane, `stopAt` the nearest stop of the write if that is pressed. */
export type ScoreDrawing = SVGSVGElement & {
  show: (at: number) => void;
  point: (at: number | null) => void;
  light: (key: string, isOn: boolean) => void;
  at: (x: number, y: number) => number;
  rowAt: (y: number) => number;
  stopAt: (x: number, y: number, isMoving?: boolean) => number | null;
  lane: (row: number) => Strip;
  gutter: number;
};

/** Where a lane is. */
export type Strip = {top: number; high: number};
