/** Types of the tools that read OJS cells and views. */

/** A node of the parser's tree, with the fields of any type of node that the tools read. */
interface OjsNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  /** A name, or `viewof name` with a name of its own. */
  id?: OjsNode | null;
  body?: OjsNode;
  callee?: OjsNode;
  arguments?: OjsNode[];
  params?: OjsNode[];
  properties?: OjsNode[];
  elements?: OjsNode[];
  expressions?: OjsNode[];
  quasis?: OjsNode[];
  key?: OjsNode;
  object?: OjsNode;
  property?: OjsNode;
  argument?: OjsNode;
  operator?: string;
  kind?: string;
  computed?: boolean;
  method?: boolean;
  /** A literal's value, or the node of a property's. */
  value?: unknown;
  raw?: string;
  source?: OjsNode;
  specifiers?: OjsSpecifier[];
  injections?: OjsSpecifier[];
}

interface OjsSpecifier {
  local: OjsNode;
  imported: OjsNode;
  view?: boolean;
  mutable?: boolean;
}

/** A statement: the parser calls it a cell. */
interface OjsStatement extends OjsNode {
  async: boolean;
  generator: boolean;
  references: OjsNode[];
}

declare module "@observablehq/parser" {
  const parser: {parseModule(source: string): {cells: OjsStatement[]}};
  export default parser;
}

/** A cell of a page. */
interface OjsCell {
  code: string;
  number: number | string;
}

/** A name that a page imports: the module as seen from the page, marked with its content, and its file. */
interface NeededName {
  local: string;
  imported: string;
  module: string;
  file: string;
}

/** A statement in its cell, with the names that it defines and those that it imports. */
interface PlacedStatement {
  cell: OjsCell;
  statement: OjsStatement;
  names?: string[];
  needed?: NeededName[];
}

interface CellProblem {
  number: number | string;
  line: number;
  message: string;
}

/** The part of a `view.json` that bundles need. */
interface Manifest {
  name: string;
  shares: string[];
  options: Record<string, unknown>;
}
