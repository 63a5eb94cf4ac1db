/** Types of the film-strips. */

/** The options of a view that film-strips read themselves; they pass the others on. */
interface ViewOptions {
  lang?: string;
  labels?: string | Record<string, string>;
  after?: object;
  [name: string]: unknown;
}

/** A statement of a compiled page, as `generate` of ojs_generate.mjs writes it. */
interface CellEntry {
  slot?: string;
  kind?: string;
  name?: string;
  inputs: string[];
  define(...inputs: unknown[]): unknown;
}

/** A page, for the strips of all its figures. */
interface StripPage {
  /** The script with the cells that the preview compiled. */
  module?: string;
  /** The cells in Quarto's form. */
  sources?: {cellName?: string; source: string}[];
  /** The data that the page's Python cells published. */
  data: Record<string, unknown>;
  lang: string;
  address: string;
}

/** A choice or a reply of a question. */
interface Choice {
  text?: string;
  when: unknown;
  say?: string;
}

type SentencePart = import("../../lib/diagrams/words/say.js").Part;

/** A frame of a strip whose drawing was made in the document of dom.mjs. */
interface StripFrame {
  index: number;
  end: number;
  said: SentencePart[];
  drawing: import("./dom.mjs").Element;
}
