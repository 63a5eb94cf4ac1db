/** What a family of runs says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    family: (panels) => panels.join(", "),
    settings: "Settings",
    startOfRun: "Start of the run; the arrow keys move it",
    firstStart: "Back to the first start",
    over: "no value: this run has ended",
    runTable: "Readings at each setting",
    problems: {
      notAFamily: (got) =>
        `A family needs sliders with values and panels with marks, and got ${got}.`,
      unknownSlider: (name, known) => `No slider is called “${name}”. The sliders are: ${known}.`,
      unknownMark: (kind, known) => `A panel has no mark “${kind}”. It has: ${known}.`
    }
  },
  es: {
    family: (panels) => panels.join(", "),
    settings: "Ajustes",
    startOfRun: "Comienzo de la ejecución; se mueve con las flechas",
    firstStart: "Volver al primer comienzo",
    over: "nada más: esta ejecución ha terminado",
    runTable: "Lecturas en cada ajuste",
    problems: {
      notAFamily: (got) =>
        `Una familia necesita controles con valores y paneles con marcas, y ha recibido ${got}.`,
      unknownSlider: (name, known) =>
        `Ningún control deslizante se llama «${name}». Estos son: ${known}.`,
      unknownMark: (kind, known) => `Un panel no tiene la marca «${kind}». Tiene: ${known}.`
    }
  }
};
