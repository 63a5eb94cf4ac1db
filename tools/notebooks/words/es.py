"""What notebooks say in Spanish; the cell fills in what stands in braces."""

WORDS = {
    "question": "Pregunta",
    "data": "Datos para las figuras",
    "title": "Preparación",
    "why": "Instala lo que le falta a este Python, y nada más.",
    "reload": "Instalado. Recarga esta página una vez para que Jupyter encuentre las figuras.",
    "failed": "No se pudo instalar: {names}. Arriba, pip dice por qué. Arréglalo y vuelve a "
    "ejecutar esta celda, o escribe en una terminal: {command}",
    "alone": "Este cuaderno necesita la biblioteca, que viene con el curso: {wheel} no está. "
    "Devuelve el cuaderno a la carpeta del curso, o instala con pip el archivo de ese nombre "
    "que hay en ella; después vuelve a ejecutar esta celda.",
}
