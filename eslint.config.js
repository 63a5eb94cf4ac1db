import js from "@eslint/js";
import globals from "globals";

/** Names of what is called away, `{id, ...kept}`, and of what a callback does not need. */
const UNUSED = {ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_"};

const STYLE = {
  "arrow-body-style": "error",
  camelcase: ["error", {properties: "never", ignoreDestructuring: true}],
  curly: ["error", "multi-line"],
  "dot-notation": "error",
  eqeqeq: "error",
  "func-style": ["error", "declaration", {allowArrowFunctions: true}],
  "max-len": ["error", {code: 120, ignoreUrls: true, ignoreTemplateLiterals: true, ignoreStrings: true}],
  "no-else-return": "error",
  "no-implicit-coercion": "error",
  "no-restricted-syntax": ["error", {
    selector: "VariableDeclarator[id.type='ArrayPattern'][init.type='ArrayExpression']",
    message: "One name, one line: two declarations read easier than two lists."
  }],
  "no-unneeded-ternary": "error",
  "no-unused-vars": ["error", UNUSED],
  "no-use-before-define": ["error", {functions: false, variables: false, classes: false}],
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "one-var": ["error", "never"],
  "prefer-const": ["error", {destructuring: "all"}],
  "prefer-template": "error",
  quotes: ["error", "double", {avoidEscape: true, allowTemplateLiterals: true}],
  semi: "error"
};

/** The folders of lib/diagrams: each may import from those before it. */
const LAYERS = [
  "words", "trace", "layout", "drawing", "controls", "questions", "figure", "lens", "film-strip", "views"
];

/** What no module of a folder may import: the layers after it, and whatever else is named. */
function forbid(folder, ...others) {
  const regex = `^(\\.\\./)+(${others.join("|")})/`;
  const patterns = [{regex, message: `${folder} imports from the layers before it only: see eslint.config.js.`}];
  return {files: [`${folder}/**/*.js`], rules: {"no-restricted-imports": ["error", {patterns}]}};
}

const IMPORTS = [
  ...LAYERS.map((layer, i) =>
    forbid(`lib/diagrams/${layer}`, ...LAYERS.slice(i + 1), "live", "theme", "tools", "tests")),
  forbid("lib/live", "theme", "tools", "tests"),
  forbid("lib/theme", "live", "tools", "tests", "diagrams/(?!questions/progress-store\\.js)[^/]*")
];

/** Longer or more tangled functions are split by what they do. */
const LIMITS = {
  "max-lines-per-function": ["error", {max: 80, skipBlankLines: true, skipComments: true, IIFEs: true}],
  complexity: ["error", 20]
};

export default [
  {ignores: ["lib/*/dist/", "_site*/", ".quarto/", "node_modules/", ".venv/", ".cache/", "notebooks/", "release/"]},
  js.configs.recommended,
  {
    languageOptions: {globals: {...globals.browser, ...globals.node}},
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: STYLE
  },
  {files: ["lib/diagrams/**/*.js", "lib/live/**", "lib/theme/**", "tools/**"], rules: LIMITS},
  ...IMPORTS,
  {files: ["lib/theme/offline.js"], languageOptions: {globals: globals.serviceworker}}
];
