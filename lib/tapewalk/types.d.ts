/** Types of what a front end gives a figure of a notebook. */

/** What live.py shares of a figure. */
interface FigureState {
  bundle: string;
  /** References to the model of the library and to the figure's own. */
  library: string;
  reference: string;
  notes: Record<"later" | "waiting" | "trouble", string>;
  options: {lang: string; question?: string; choices?: string[]; [own: string]: unknown};
  revision: number;
  subject: unknown;
  value: unknown;
  view: string;
}

type LibraryState = Record<"figure" | "js" | "css", string>;

/** The kernel's numbers for moved leaves; `id` is that of the message that asked. */
interface KernelAnswer extends Pick<RunResult, "trace" | "error" | "reached"> {
  id: string;
}

/** A model as anywidget describes it. */
interface Model<State> {
  get<Name extends keyof State>(name: Name): State[Name];
  set(name: "value", value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, hear: (answer: KernelAnswer) => void): void;
  off(event: string, hear: (answer: KernelAnswer) => void): void;
  widget_manager: {get_model<Other>(id: string): Promise<Model<Other>>};
}

interface FigureContext {
  model: Model<FigureState>;
  el: HTMLElement;
  host?: {getModel?<Other>(reference: string): Promise<Model<Other>>};
}
