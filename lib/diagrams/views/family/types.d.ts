/** The data of a family, as Python publishes it, and what a reader has set. */

/** For each value of a slider one of these, or a list over the values of the next; null past the end of a run. */
export type Lists<T> = T | null | Lists<T>[];

/**
 * `{by: ["rate", "step"], values: [[…], …]}` holds for each value of the first slider a list over the values of the
 * second. `series` in place of `values` names one of the lists in the `series` of the data.
 */
export type Varying<T> = {by: string[]; values?: Lists<T>; series?: string};

/** What depends on the settings, or is the same at all of them. */
export type Field<T> = T | Varying<T>;

export type Series = number | Series[];

/** Those of one run by step; they compress to a third of their sums. `tapewalk_course.changes` writes them. */
export type Changes = {scale: number; changes: number[][][]};

export type Start = [number, number];
export type LiveRun = {id: string; along: string; start: Start; series: Record<string, Series>};

/** The positions of the sliders, and the run that a reader started. */
export type Place = {index: Record<string, number>; run: LiveRun | null};

/** Sets a slider to a position, or the start of a run. */
export type Choose = (name: string, to: number | Start) => void;

/** One that `plays` has a button that walks through its values; a `choice` is a row of buttons. */
export type Slider = {name: string; label: string; values: (number | string)[]; at: number; plays: boolean; choice: boolean};
export type ValuesOf = Record<string, Slider["values"]>;

/** `each` names the sliders for whose present settings alone it has room. */
export type Axis = {label?: string; from?: number; to?: number; log?: boolean; each?: string[]};

type Numbers = Field<number[]>;
type Span = [number, number];
type Grid = Record<"x" | "y", Span> & Record<"columns" | "rows", number>;

interface OwnOf {
  line: {x: Numbers; y?: Numbers; network?: Numbers};
  dots: Record<"x" | "y", Field<number | number[]>> & {filled?: Numbers; cross?: boolean; small?: boolean};
  run: {x?: Numbers; y: Numbers};
  rule: {y: Field<number>};
  tangent: Record<"x" | "y" | "slope", Field<number>>;
  cells: Grid & {levels: Field<string>};
  histograms: {y: Span; rows: number; layers: Field<number>; levels: Field<string>};
  field: Grid & {levels: number[]; border?: number; values?: Numbers; network?: Numbers};
  start: Record<"x" | "y", Field<number>>;
  bars: Record<"x" | "y", Numbers>;
}

/** `along` is the slider of a run's steps; `handle` the one that a drag of it sets; `of` what it belongs to. */
export type MarkOf<Kind extends keyof OwnOf> = {kind: Kind; colour?: string; label?: string; dashed?: boolean} &
  {along?: string; handle?: string; of?: "tangent"} & OwnOf[Kind];
export type Mark = {[Kind in keyof OwnOf]: MarkOf<Kind>}[keyof OwnOf];

/** `name` is for scenes, `tab` its short title; a `bare` one has no axes, where places mean nothing. */
export type Panel = {title: string; name?: string; tab?: string; x?: Axis; y?: Axis; bare?: boolean; marks: Mark[]} &
  {least?: number; most?: number; wide?: number};

export type Reading = {label: string; values: Field<number | string>; colour?: string; unit?: string; of?: "tangent"};

/**
 * How a run from a place that a reader chose is computed. The program is Python that prints, as JSON, the series of
 * the next steps and where they end (`next`); `leaves` has the place, by the names in `place`, and the sliders' values.
 */
export type Live = {program: string; along: string; place: [string, string]};

export type Whole = {sliders: Slider[]; panels: Panel[]; readings: Reading[]; live?: Live};

/** Of a slider, only its name and values are needed. */
export type Published = Partial<Omit<Whole, "sliders">> & {series?: Record<string, Series | Changes>} &
  {sliders: (Partial<Slider> & {name: string; values: Slider["values"]})[]};
