/** What a graph says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    tools: "Drawing",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    zoomFit: "Fit the whole drawing",
    foldAll: "Fold all",
    unfoldAll: "Unfold all",
    edgeLabels: "On the arrows",
    edgeLocal: "Local gradients",
    edgeContribution: "Gradients sent",
    edgeNone: "Nothing",
    tableNode: "Node",
    tableOperands: "Operands",
    tableGroup: "Group",
    tableValue: "Value",
    tableGradient: "Gradient",
    tableSaved: "Saved"
  },
  es: {
    tools: "Dibujo",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    zoomFit: "Ver todo el dibujo",
    foldAll: "Plegar todo",
    unfoldAll: "Desplegar todo",
    edgeLabels: "En las flechas",
    edgeLocal: "Gradientes locales",
    edgeContribution: "Gradientes enviados",
    edgeNone: "Nada",
    tableNode: "Nodo",
    tableOperands: "Operandos",
    tableGroup: "Grupo",
    tableValue: "Valor",
    tableGradient: "Gradiente",
    tableSaved: "Guarda"
  }
};
