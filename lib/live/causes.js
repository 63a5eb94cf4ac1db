/**
 * What usually causes an error of Python, by its type; the first that fits.
 *
 * @type {[string, RegExp, Record<string, string>][]}
 */
const CAUSES = [
  ["NameError", /./, {
    en: "Usually a name is misspelt, or the line that makes it comes later.",
    es: "Lo normal es que un nombre esté mal escrito, o que la línea que lo crea venga después."
  }],
  ["IndentationError", /./, {
    en: "Usually a line begins too far to the right or to the left of those around it.",
    es: "Lo normal es que una línea empiece más a la derecha o a la izquierda que las de alrededor."
  }],
  ["SyntaxError", /^\*x must be/, {
    en: "The small Python in this page can't read [*a, b]; write list(a) + [b], or use the notebook.",
    es: "El pequeño Python de esta página no sabe leer [*a, b]; escribe list(a) + [b], o usa el cuaderno."
  }],
  ["SyntaxError", /./, {
    en: "Usually a bracket, a quote or a colon is missing, in this line or the one above.",
    es: "Lo normal es que falte un paréntesis, una comilla o dos puntos, en esta línea o en la de arriba."
  }],
  ["AttributeError", /./, {
    en: "Usually the name after the dot is misspelt, or the thing before it is another one than you think.",
    es: "Lo normal es que el nombre tras el punto esté mal escrito, o que lo de delante no sea lo que crees."
  }],
  ["ImportError", /./, {
    en: "In the page there is only a small Python: math, random and tapewalk’s Value, no NumPy and no PyTorch.",
    es: "En la página solo hay un Python pequeño: math, random y el Value de tapewalk, sin NumPy ni PyTorch."
  }],
  ["TypeError", /argument/, {
    en: "Usually a call hands over too many or too few arguments.",
    es: "Lo normal es que una llamada pase argumentos de más o de menos."
  }],
  ["TypeError", /./, {
    en: "Usually two things meet here that don’t go together, as a number and a text.",
    es: "Lo normal es que aquí se junten dos cosas que no casan, como un número y un texto."
  }],
  ["ZeroDivisionError", /./, {
    en: "Something below the line became 0: print it just before.",
    es: "Algo en el denominador llegó a ser 0: imprímelo justo antes."
  }],
  ["IndexError", /./, {
    en: "Usually a list is shorter than you think; the first place is 0.",
    es: "Lo normal es que una lista sea más corta de lo que crees; el primer lugar es el 0."
  }],
  ["KeyError", /./, {
    en: "The dictionary has no such key: print its keys just before.",
    es: "El diccionario no tiene esa clave: imprime sus claves justo antes."
  }],
  ["RuntimeError", /recursion|pystack/, {
    en: "A function calls itself too many times, or never stops doing so.",
    es: "Una función se llama a sí misma demasiadas veces, o nunca deja de hacerlo."
  }],
  ["Timeout", /^/, {
    en: "It ran for more than a second and was stopped. The loop in this line is the likely cause.",
    es: "Llevaba más de un segundo y se ha detenido. La causa probable es el bucle de esta línea."
  }],
  ["MemoryError", /^/, {
    en: "It asked for more memory than a page has. Usually a list grows without an end.",
    es: "Pidió más memoria de la que tiene una página. Lo normal es que una lista crezca sin fin."
  }],
  ["Stopped", /^/, {en: "Stopped.", es: "Detenido."}],
  ["Malformed", /^/, {
    en: "What came back was too much, or no result at all.",
    es: "Lo que volvió era demasiado, o no era un resultado."
  }],
  ["Broken", /^/, {
    en: "Python itself stopped. The next run begins anew.",
    es: "El propio Python se detuvo. La próxima ejecución empieza de nuevo."
  }]
];

/** Of these there is no sentence of Python's own to show. */
const OURS = ["Timeout", "Stopped", "Malformed", "Broken"];

/**
 * An error in words: Python's own sentence, and what usually causes it.
 *
 * @param {{type: string, sentence: string}} error as of engine.js
 * @param {string} lang
 * @returns {{told: string, cause: string}} either may be empty
 */
export function explain({type, sentence}, lang) {
  const found = CAUSES.find(([name, rule]) => name === type && rule.test(sentence));
  const told = OURS.includes(type) ? "" : sentence ? `${type}: ${sentence}` : type;
  return {told, cause: found?.[2][lang] ?? ""};
}
