/** @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    gridTitle: "Scores of a model that is one table, and the gradient of its loss",
    rowsPanel: "Scores", tablePanel: "Table", scores: "Scores: drag one", grads: "∂ of the scores", tableGrads: "∂ of the table",
    afresh: "Start again", cell: (letter, of) => `Score of ${letter} after ${of}`, loss: (x) => `Loss ${x}.`,
    says: (score, grad, isRight) => `Score ${score}, gradient ${grad}${isRight ? ": the right letter, so 1 is subtracted" : ""}.`,
    sums: "Each row of the gradient sums to 0.",
    reads: (letter, times) => `Row ${letter} of the table was read ${times === 1 ? "once" : `${times} times, and gets their sum`}.`,
    problems: {notATable: (got) => `A table needs letters, a text, its targets and a row for each letter; it got ${got}.`}
  },
  es: {
    gridTitle: "Puntuaciones de un modelo que es una tabla, y el gradiente de su pérdida",
    rowsPanel: "Puntuaciones", tablePanel: "Tabla", scores: "Puntuaciones: arrastra una", grads: "∂ de las puntuaciones", tableGrads: "∂ de la tabla",
    afresh: "Empezar otra vez", cell: (letter, of) => `Puntuación de ${letter} tras ${of}`, loss: (x) => `Pérdida ${x}.`,
    says: (score, grad, isRight) => `Puntuación ${score}, gradiente ${grad}${isRight ? ": la letra correcta, por eso se resta 1" : ""}.`,
    sums: "Cada fila del gradiente suma 0.",
    reads: (letter, times) => `La fila ${letter} de la tabla se leyó ${times === 1 ? "una vez" : `${times} veces, y recibe la suma`}.`,
    problems: {notATable: (got) => `Una tabla necesita letras, un texto, sus objetivos y una fila por letra; se ha recibido ${got}.`}
  }
};
