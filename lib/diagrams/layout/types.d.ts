/** What a drawing consists of, as the modules of this folder place it. */

export type Direction = "right" | "down";

export type Point = {x: number; y: number};

export type Size = {width: number; height: number};

/** A box by its upper left corner, or by its middle, as each function says. */
export type Box = Point & Size;

/** A point by the axes of a drawing: see `AXES`. */
export type Spot = {along: number; across: number};

export interface Axes {
  read(point: Point): Spot;
  write(spot: Spot): [number, number];
  size(box: Size): Spot;
}

/** The place of a text whose start or middle is there. */
export type Anchored = Point & {anchor: string};

/** The texts of a node of numbers, and their widths; `lead` is that of the name before the value. A bare node
 * has no sign before its value, and room for totals alone, not for additions. */
export type NodeTexts = {name: string; value: string; symbol: {text: string; size: number; rise: number}[]} &
  {isBare: boolean; signs: {value: string; gradient: string}} &
  Record<"lead" | "symbolWidth" | "valueWidth" | "gradientWidth", number>;

/** The same with places from its upper left corner. */
export type NodeBox = NodeTexts & Size & {symbolAt: Point; valueAt: Point; gradientAt: Anchored};

export type TensorBox = ReturnType<typeof import("./tensor-box.js").tensorBox>;
export type GroupBox = ReturnType<typeof import("./tensor-box.js").groupBox>;

/** The room of an edge's label: the pill with the local gradient, and what was sent. */
export type LabelSize = Size & {text: string; pill: number; isBare?: boolean};

/** An edge of a graph of numbers, before its arrows are found. */
export type LooseEdge = {from: number; to: number; slot: number; label: LabelSize | null};

/** The same with the points where it bends, and its label's box. */
export type BentEdge = LooseEdge & {points: Point[]; labelBox: Box | null};

export type Arrow = {stem: string; tip: [number, number]; head: [number, number][]};

/** A label in its place; its `box` is the room that it has in a graph of numbers. One that is quiet shows
 * only while its edge is the one that matters. */
export type PlacedLabel = {text: string; pill: Point & {width: number}; sentAt: Anchored; box?: Box} &
  {isBare?: boolean; isQuiet?: boolean};

/** An edge with its arrows; no gradient goes along one without a backward arrow and a label. */
export type PlacedEdge =
  {from: number; to: number; forward: Arrow; backward: Arrow | null; label: PlacedLabel | null};

export type OutlineEdge = PlacedEdge & {members: number[]; points?: Point[]};

/** An item of an outline by its middle; what else it has depends on its kind and on the trace's engine. */
export type PlacedItem = import("./fold.js").Item & Box & {tray?: number};

/** An open group by its upper left corner. */
export type PlacedFrame = import("./fold.js").Frame & Box & {titleAt: number};

/** Positions of everything in a drawing, which is fluid if they depend on the room. */
export interface GraphPlan extends Size {
  direction: Direction;
  outline: import("./fold.js").Outline;
  items: PlacedItem[];
  frames: PlacedFrame[];
  edges: OutlineEdge[];
  isFluid?: boolean;
}
