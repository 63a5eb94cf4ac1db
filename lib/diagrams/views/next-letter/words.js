/** The words of the writing model, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    lettersPanel: "Letters",
    writtenPanel: "Names",
    chances: "Chance of each next letter: choose one with the arrow keys or type its letter; Enter writes it",
    temperature: "temperature",
    steps: "training steps",
    drawOne: "Next letter",
    write: "Write names",
    isEnd: "end of the name",
    windows: "The letters it saw, and the next one",
    names: "Names it wrote",
    after: (context, letter, chance) => `After ${context} the likeliest is ${letter}, with ${chance}.`,
    finished: (name) => `${name} is finished: the dot was drawn.`,
    chanceTable: (context) => `Chances after ${context}`,
    letter: "letter",
    chance: "chance",
    problems: {notAModel: (got) => `A model needs symbols, sizes and the weights that they ask for; it got ${got}.`}
  },
  es: {
    lettersPanel: "Letras",
    writtenPanel: "Nombres",
    chances: "Probabilidad de cada letra siguiente: elige una con las flechas o con su tecla; Intro la escribe",
    temperature: "temperatura",
    steps: "pasos",
    drawOne: "Letra siguiente",
    write: "Escribir nombres",
    isEnd: "fin del nombre",
    windows: "Lo que vio y lo que vino después",
    names: "Nombres que ha escrito",
    after: (context, letter, chance) => `Después de ${context} lo más probable es ${letter}, con un ${chance}.`,
    finished: (name) => `${name} está terminado: ha salido el punto.`,
    chanceTable: (context) => `Probabilidades después de ${context}`,
    letter: "letra",
    chance: "probabilidad",
    problems: {notAModel: (got) => `Un modelo necesita símbolos, tamaños y los pesos que piden; se ha recibido ${got}.`}
  }
};
