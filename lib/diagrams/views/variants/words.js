/** The words of cases, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    cases: (labels) => `Cases by ${labels.join(", ")}`,
    ends: {right: "Right gradient", error: "Raises an error", wrong: "Silently wrong"},
    guessedRight: "Well guessed.",
    guessedWrong: "Not this time.",
    programPanel: "Program",
    tapePanel: "Tape",
    noTape: "No tape was written.",
    caseTable: "The result of each case",
    outcome: "outcome",
    problems: {
      notCases: (got) => `Cases need choices and a case for each way to choose, and got ${got}.`
    }
  },
  es: {
    cases: (labels) => `Casos según ${labels.join(", ")}`,
    ends: {right: "Correcto", error: "Da un error", wrong: "Mal, sin error"},
    guessedRight: "Acertaste.",
    guessedWrong: "Esta vez no.",
    programPanel: "Programa",
    tapePanel: "Cinta",
    noTape: "No se escribió ninguna cinta.",
    caseTable: "Qué resultó de cada caso",
    outcome: "resultado",
    problems: {
      notCases: (got) => `Hacen falta opciones y un caso por cada elección, y se ha recibido ${got}.`
    }
  }
};
