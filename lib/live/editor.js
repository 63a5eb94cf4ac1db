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

function marked(doc, line) {
  if (line < 1 || line > doc.lines) return Decoration.none;
  return Decoration.set([Decoration.line({class: "tw-wrong-line"}).range(doc.line(line).from)]);
}

/**
 * Puts an editor into an element.
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
  const does = (act) => () => {
    act();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
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
    focus: () => view.focus(),
    set: (next) => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: next}}),
    mark: (line) => view.dispatch({effects: setWrong.of(line)})
  };
}
