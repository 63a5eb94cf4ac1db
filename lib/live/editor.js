/** A text of Python that can be changed: loaded when a reader first wants to. */
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {bracketMatching, indentOnInput, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {Decoration, EditorView, highlightActiveLine, keymap, lineNumbers} from "@codemirror/view";
import {EditorState, StateEffect, StateField} from "@codemirror/state";
import {classHighlighter} from "@lezer/highlight";
import {python} from "@codemirror/lang-python";

/** @type {import("@codemirror/state").StateEffectType<number|null>} */
const setWrong = StateEffect.define();

/** The line where a run ended with an error; any change takes the mark away. */
const wrongLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (effect.is(setWrong)) next = marked(transaction.state.doc, effect.value ?? 0);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field)
});

/** What a page marks as the line to change. */
const TO_CHANGE = /#\s*\p{L}+\s+\d+\s*$/u;

/** Return the end of the code in the line to change; the beginning where none is marked. */
function startOf(/** @type {string} */ text) {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => TO_CHANGE.test(line));
  if (at < 0) return 0;
  const before = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  return before + lines[at].replace(TO_CHANGE, "").trimEnd().length;
}

function marked(/** @type {import("@codemirror/state").Text} */ doc, /** @type {number} */ line) {
  if (line < 1 || line > doc.lines) return Decoration.none;
  return Decoration.set([Decoration.line({class: "tw-wrong-line"}).range(doc.line(line).from)]);
}

/**
 * Put an editor into an element.
 *
 * @param {HTMLElement} parent
 * @param {object} options
 * @param {string} options.text
 * @param {string} options.label its name for screen readers
 * @param {(text: string) => void} options.onChange
 * @param {() => void} options.onRun Ctrl-Enter, or Cmd-Enter
 * @param {() => void} options.onLeave Esc
 * @returns {{focus: () => void, set: (text: string) => void, mark: (line: number|null) => void}}
 */
export function edit(parent, {text, label, onChange, onRun, onLeave}) {
  const does = (/** @type {() => void} */ act) => () => {
    act();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: {anchor: startOf(text)},
      extensions: [
        lineNumbers(),
        history(),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        python(),
        syntaxHighlighting(classHighlighter),
        wrongLine,
        keymap.of([
          {key: "Mod-Enter", run: does(onRun)},
          {key: "Ctrl-Enter", run: does(onRun)},
          {key: "Escape", run: does(onLeave)},
          indentWithTab,
          ...defaultKeymap,
          ...historyKeymap
        ]),
        EditorView.contentAttributes.of({
          "aria-label": label, spellcheck: "false", tabindex: "0", autocapitalize: "off", autocorrect: "off"
        }),
        EditorView.updateListener.of(({docChanged, state}) => docChanged && onChange(state.doc.toString()))
      ]
    })
  });
  return {
    focus() {
      view.focus();
      view.dispatch({scrollIntoView: true});
    },
    set: (next) => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: next}}),
    mark: (line) => view.dispatch({effects: setWrong.of(line)})
  };
}
