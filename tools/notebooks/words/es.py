"""The notebooks' own words in Spanish; the cell fills in the braces."""

WORDS = {
    "question": "Pregunta",
    "data": "Datos para las figuras",
    "title": "Preparación",
    "why": "Instala lo que le falta a este Python, y nada más.",
    "failed": "No se pudo instalar: {names}. Arriba, pip dice por qué. Arréglalo y vuelve a "
    "ejecutar esta celda, o escribe en una terminal: {command}",
    "restart": "Se instaló {name} {found}, pero este kernel ya ha cargado {name} {loaded}. "
    "Reinicia el kernel (en Colab: Entorno de ejecución, Reiniciar sesión) y vuelve a ejecutar "
    "esta celda.",
    "alone": "Este cuaderno necesita la biblioteca, que viene con el curso: {wheel} no está. "
    "Devuelve el cuaderno a la carpeta del curso, o instala con pip el archivo de ese nombre "
    "que hay en ella; después vuelve a ejecutar esta celda.",
}
