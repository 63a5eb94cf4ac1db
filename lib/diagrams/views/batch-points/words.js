/** What is said of points in batch norm, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    panel: "Points",
    points: (count) => `${count} examples before and after batch norm, with their gradients`,
    incoming: "incoming gradients",
    outgoing: "outgoing gradients",
    outputs: "outputs: mean 0, spread 1",
    inputs: (mean, spread) => `inputs: mean ${mean}, spread ${spread}`,
    handle: {g: (i) => `gradient of output ${i}`, x: (i) => `input ${i}`},
    paths: "Open paths",
    parts: {straight: "straight", variance: "+ variance", mean: "+ mean"},
    balanced: "balanced: no shift, no stretch",
    moves: (shift, stretch) => `shift ${shift}, stretch ${stretch}`,
    table: "Values and gradients of the examples",
    example: "example",
    columns: ["input", "output", "incoming gradient", "outgoing gradient"],
    says: {
      nothing: "No gradient arrives. Drag the tip of an upper arrow.",
      drag: "Drag the tips of the upper arrows, or the points below.",
      closed: "No path is open, so no gradient leaves.",
      corrections: "Without the straight path, only the corrections leave.",
      moved: (i, by) => `Example ${i} moved by ${by}, and all the outputs moved: each of them depends on every input.`,
      one: (i, count) => `Only output ${i} is pushed, and all ${count} inputs get gradients, which add up to 0 and stretch nothing.`,
      alike: "All outputs are pushed alike, and no gradient leaves: batch norm subtracts the mean, so a shift changes no output.",
      apart: "The outputs are pulled apart in proportion to their values, and no gradient leaves: batch norm divides by the spread.",
      undone: "This push is a shift plus a stretch. Batch norm undoes both, so no gradient leaves.",
      lost: (shift, stretch) => `The outgoing gradients add up to 0. Lost on the way: ${
        [shift && `a shift of ${shift}`, stretch && `a stretch of ${stretch}`].filter(Boolean).join(" and ") || "nothing"}.`,
      unseen: (parts) => `Here the closed path carries 0: ${parts.includes("mean") ? "the pushes balance" : "the pushes stretch nothing"}.`,
      both: (isWide) => `The outgoing gradients shift the column and ${isWide ? "stretch" : "squeeze"} it. Batch norm would undo both: two paths are missing.`,
      missing: {
        mean: () => "The outgoing gradients shift the whole column. Batch norm would undo that: the path through the mean is missing.",
        variance: (isWide) => `The outgoing gradients ${isWide ? "stretch" : "squeeze"} the column. Batch norm would undo that: the path through the variance is missing.`
      }
    },
    problems: {notPoints: (got) => `It needs three or more points, the gradients of their outputs, and the gradients that follow from them; it got ${got}.`}
  },
  es: {
    panel: "Puntos",
    points: (count) => `${count} ejemplos antes y después de la normalización por lotes, con sus gradientes`,
    incoming: "gradientes que llegan",
    outgoing: "gradientes que salen",
    outputs: "salidas: media 0, dispersión 1",
    inputs: (mean, spread) => `entradas: media ${mean}, dispersión ${spread}`,
    handle: {g: (i) => `gradiente de la salida ${i}`, x: (i) => `entrada ${i}`},
    paths: "Caminos abiertos",
    parts: {straight: "directo", variance: "+ varianza", mean: "+ media"},
    balanced: "equilibrio: ni desplaza ni estira",
    moves: (shift, stretch) => `desplaza ${shift}, estira ${stretch}`,
    table: "Valores y gradientes de los ejemplos",
    example: "ejemplo",
    columns: ["entrada", "salida", "gradiente que llega", "gradiente que sale"],
    says: {
      nothing: "No llega ningún gradiente. Arrastra la punta de una flecha de arriba.",
      drag: "Arrastra las puntas de las flechas de arriba, o los puntos de abajo.",
      closed: "No hay ningún camino abierto, así que no sale ningún gradiente.",
      corrections: "Sin el camino directo solo salen las correcciones.",
      moved: (i, by) => `El ejemplo ${i} se ha movido ${by}, y con él todas las salidas: cada una depende de todas las entradas.`,
      one: (i, count) => `Solo se empuja la salida ${i}, y las ${count} entradas reciben gradientes, que suman 0 y no estiran nada.`,
      alike: "Se empujan todas las salidas por igual y no sale ningún gradiente: se resta la media, así que un desplazamiento no cambia ninguna salida.",
      apart: "Se separan las salidas en proporción y no sale ningún gradiente: se divide entre la dispersión.",
      undone: "Es un desplazamiento más un estiramiento. La normalización deshace ambos: no sale ningún gradiente.",
      lost: (shift, stretch) => `Los gradientes que salen suman 0. Se ha perdido por el camino: ${
        [shift && `un desplazamiento de ${shift}`, stretch && `un estiramiento de ${stretch}`].filter(Boolean).join(" y ") || "nada"}.`,
      unseen: (parts) => `Aquí el camino cerrado lleva 0: ${parts.includes("mean") ? "los empujes se equilibran" : "los empujes no estiran nada"}.`,
      both: (isWide) => `Los gradientes que salen desplazan la columna y la ${isWide ? "estiran" : "encogen"}. La normalización desharía ambas cosas: faltan dos caminos.`,
      missing: {
        mean: () => "Los gradientes que salen desplazan toda la columna. La normalización lo desharía: falta el camino por la media.",
        variance: (isWide) => `Los gradientes que salen ${isWide ? "estiran" : "encogen"} la columna. La normalización lo desharía: falta el camino por la varianza.`
      }
    },
    problems: {notPoints: (got) => `Necesita tres puntos o más, los gradientes de sus salidas y los que se siguen de ellos; ha recibido ${got}.`}
  }
};
