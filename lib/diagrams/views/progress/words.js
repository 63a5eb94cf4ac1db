/** The words of the progress, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    progressAll: (all) => (all === 1 ? "1 question" : `${all} questions`),
    progressOf: (right, all) => `${right} of ${all} ${all === 1 ? "question" : "questions"} right`,
    progressSeen: (count) => `, ${count} shown`,
    progressTried: (count) => `, ${count} tried`,
    progressNote: "Kept in this browser only.",
    progressExport: "Save to a file",
    progressImport: "Load from a file",
    progressReset: "Forget all",
    progressConfirm: "Forget every answer saved in this browser?",
    progressImported: (count) => `${count === 1 ? "One answer" : `${count} answers`} loaded.`,
    progressBroken: "This file contains no saved progress. Nothing was changed.",
    progressForgotten: "Every answer is forgotten.",
    progressSaved: "Saved to a file."
  },
  es: {
    progressAll: (all) => (all === 1 ? "1 pregunta" : `${all} preguntas`),
    progressOf: (right, all) => `${right} de ${all} ${all === 1 ? "pregunta acertada" : "preguntas acertadas"}`,
    progressSeen: (count) => `, ${count} ${count === 1 ? "mostrada" : "mostradas"}`,
    progressTried: (count) => `, ${count} ${count === 1 ? "intentada" : "intentadas"}`,
    progressNote: "Se guarda solo en este navegador.",
    progressExport: "Guardar en un archivo",
    progressImport: "Cargar desde un archivo",
    progressReset: "Olvidar todo",
    progressConfirm: "¿Olvidar todas las respuestas de este navegador?",
    progressImported: (count) =>
      count === 1 ? "Se ha cargado una respuesta." : `Se han cargado ${count} respuestas.`,
    progressBroken: "Este archivo no contiene un progreso guardado. No ha cambiado nada.",
    progressForgotten: "Se han olvidado todas las respuestas.",
    progressSaved: "Guardado en un archivo."
  }
};
