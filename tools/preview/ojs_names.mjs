/** The names in OJS cells. */

/** Names that the runtime defines. */
export const BUILTINS = new Set(["invalidation", "visibility"]);

/** @type {Record<string, "viewof"|"mutable">} */
export const KEYWORDS = {ViewExpression: "viewof", MutableExpression: "mutable"};

/** Return the variable that a node names: `x`, `viewof x` or `mutable x`. */
export function variableOf(/** @type {OjsNode} */ node) {
  return node.id ? `${KEYWORDS[node.type]} ${node.id.name}` : node.name;
}
