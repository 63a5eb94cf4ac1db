/** The words of a stack of diamonds, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    pathsPanel: "Stack",
    stackOf: (depth) => `A stack of ${depth} lines y = y + y`,
    byTape: "Tape, read from its end",
    byPath: "Every path",
    depth: "times",
    faster: (times) => `clock ${times}×`,
    pace: (times) => `clock ${times}×: “Every path” runs ${times} times as fast`,
    times: {second: ["second", "seconds"], minute: ["minute", "minutes"], hour: ["hour", "hours"], day: ["day", "days"]},
    stillTakes: (time) => `${time} left`,
    soon: "less than a second left",
    done: "done",
    begin: "Both walks make one visit every quarter of a second.",
    tapeIsDone: (count) => `The tape is done after ${count} visits.`,
    bothDone: (grad, tape, path) => `Both give the leaf the gradient ${grad}: the tape after ${tape} visits, the other walk after ${path}.`,
    visitTable: "Visits of both walks",
    problems: {notAStack: (got) => `A stack needs depths, and for each the visits and 2 · 2ⁿ − 1 calls; it got ${got}.`}
  },
  es: {
    pathsPanel: "Pila",
    stackOf: (depth) => `Una pila de ${depth} veces «y = y + y»`,
    byTape: "La cinta, leída desde el final",
    byPath: "Cada camino",
    depth: "veces",
    faster: (times) => `reloj ${times}×`,
    pace: (times) => `reloj ${times}×: «Cada camino» va ${times} veces más rápido`,
    times: {second: ["segundo", "segundos"], minute: ["minuto", "minutos"], hour: ["hora", "horas"], day: ["día", "días"]},
    stillTakes: (time) => `acaba en ${time}`,
    soon: "falta menos de un segundo",
    done: "terminado",
    begin: "Las dos maneras hacen una visita cada cuarto de segundo.",
    tapeIsDone: (count) => `La cinta ha terminado tras ${count} visitas.`,
    bothDone: (grad, tape, path) => `Las dos llevan ${grad} a la hoja: la cinta, con ${tape} visitas; la otra, con ${path}.`,
    visitTable: "Visitas de cada manera",
    problems: {notAStack: (got) => `Una pila necesita alturas y, para cada una, las visitas y 2 · 2ⁿ − 1 llamadas; se ha recibido ${got}.`}
  }
};
