/** What is said of a Jacobian, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    jacobian: "A network and its Jacobian",
    table: "Slope of each output with respect to each input",
    inputs: "inputs",
    outputs: "outputs",
    mode: "Mode",
    modes: {forward: "forward", backward: "backward"},
    sweeps: (count) => (count === 1 ? "1 sweep" : `${count} sweeps`),
    crossed: (count) => `${count} edges`,
    nextSweep: "Next sweep",
    notYet: "not yet",
    says: {
      forward: (name) => `Forward from ${name}: its slope is 1, those of the other inputs 0. Column ${name} is filled.`,
      backward: (name) => `Backward from ${name}, whose gradient is 1. Row ${name} is filled.`,
      none: (mode) => (mode === "forward" ? "A forward sweep fills a column." : "A backward sweep fills a row.")
    },
    problems: {
      notAJacobian: (got) => `A Jacobian needs networks with a sweep for each input and each output, and got ${got}.`
    }
  },
  es: {
    jacobian: "Una red y su jacobiana",
    table: "Pendiente de cada salida respecto de cada entrada",
    inputs: "entradas",
    outputs: "salidas",
    mode: "Modo",
    modes: {forward: "directo", backward: "inverso"},
    sweeps: (count) => (count === 1 ? "1 pasada" : `${count} pasadas`),
    crossed: (count) => `${count} aristas`,
    nextSweep: "Pasada siguiente",
    notYet: "todavía no",
    says: {
      forward: (name) => `Hacia delante desde ${name}: su pendiente es 1; las de las otras entradas, 0. Se llena la columna ${name}.`,
      backward: (name) => `Hacia atrás desde ${name}, cuyo gradiente es 1. Se llena la fila ${name}.`,
      none: (mode) =>
        mode === "forward" ? "Hacia delante, una pasada llena una columna." : "Hacia atrás, una pasada llena una fila."
    },
    problems: {
      notAJacobian: (got) =>
        `Una jacobiana necesita redes con una pasada por cada entrada y cada salida, y ha recibido ${got}.`
    }
  }
};
