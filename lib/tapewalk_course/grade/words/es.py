"""Lo que dice el calificador, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    # un cuaderno que no se puede calificar
    "missing": "ese archivo no existe",
    "no_file": "esto no es un archivo",
    "unreadable": "no se puede leer el archivo ({error})",
    "huge": "el archivo pasa de {limit} MiB: borra sus salidas y guárdalo de nuevo",
    "empty": "el archivo está vacío",
    "binary": "no es texto, así que no es un cuaderno",
    "broken": "el archivo está dañado: no es JSON válido (línea {line})",
    "no_notebook": "es JSON, pero no un cuaderno",
    "old": "nbformat {format} en lugar de 4: ábrelo en un Jupyter actual y guárdalo de nuevo",
    "other_language": "el cuaderno está en {language}, no en Python",
    "no_code": "el cuaderno no tiene código",
    "no_exercises": "no contiene ningún ejercicio del curso; con --module se dice cuáles son "
    "({known})",
    "unknown_module": "no hay ejercicios {module}; los hay {known}",
    # un cuaderno que se detuvo
    "timeout": "detenido a los {seconds} s, {where}",
    "processes": "detenido al pasar de {processes} procesos, {where}",
    "flood": "detenido: escribió en la línea del propio calificador, {where}",
    "killed": "Python murió (señal {code}), {where}: suele ser demasiada memoria o un fallo grave",
    "ended": "el cuaderno terminó su propio Python (código {code}), {where}",
    "in_cell": "en la celda {cell}",
    "in_checks": "mientras se probaba su trabajo",
    "internal": "falló el propio calificador: {error}",
    "lost": "se perdió el proceso que lo calificaba; califica este archivo otra vez",
    # sobre celdas y ejercicios
    "raised_cell": "celda {cell}: {error}",
    "slow_cell": "celda {cell}: detenida a los {seconds} s",
    "foreign_cell": "celda {cell}: omitida, no está en Python",
    "altered": "el cuaderno alteró la biblioteca, que se dejó como estaba: {names}",
    "altered_by_work": "mientras se probaba, este trabajo alteró las comprobaciones: sin puntos",
    "undefined": "sin definir: {names}",
    "unreached": "no se llegó a probar",
    "broke": "lo que devolvió no se puede comparar ({error})",
    # tablas
    "head_file": "archivo",
    "head_status": "estado",
    "head_points": "puntos",
    "head_of": "de",
    "head_seconds": "segundos",
    "head_message": "mensaje",
    "summary": "{graded} de {count} cuadernos calificados, {points} puntos de {of} en promedio; "
    "semilla {seed}",
    # la orden
    "progress": "{done} de {count} cuadernos",
    "nothing": "no hay ningún cuaderno que calificar: {paths}",
    "journal_busy": "otra calificación está usando el diario {path}",
    "journal_unusable": "no se puede usar el diario {path}: {error}",
    "journal_broken": "{path} no es un diario del calificador",
    "journal_other": "el diario {path} se escribió con otro valor de {name} ({then}): usa el mismo "
    "o empieza un diario nuevo",
    "interrupted": "interrumpido tras {done} de {count} cuadernos; {how}",
    "resume": "la misma orden sigue desde ahí",
    "no_resume": "con --resume ARCHIVO no se habría perdido nada",
    "no_output": "no se puede escribir {path}: {error}",
    "no_helper": "no arrancan los procesos que califican: {command}",
    "no_fork": "para calificar hace falta Linux o macOS; en Windows, usa WSL o un contenedor",
    "no_dask": "--scheduler necesita Dask: pip install 'tapewalk[cluster]'",
    "no_scheduler": "ningún planificador responde en {address}: {error}",
    "help": "Califica cuadernos: ejecuta cada uno desde cero y prueba lo que define con las "
    "comprobaciones de este paquete.",
    "help_end": "Código de salida: 0, todos calificados; 1, alguno no se pudo calificar; 2, uso "
    "incorrecto; 3, todos calificados y alguno por debajo de --fail-under; 130, interrumpido. Los "
    "cuadernos se ejecutan con tus permisos, con límites de tiempo, memoria y procesos. Lo que "
    "escribieron desconocidos va en un contenedor sin red: "
    "docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp "
    '-v "$PWD/entregas:/entregas:ro" IMAGEN python -P -m tapewalk_course.grade /entregas',
    "help_paths": "cuadernos, o carpetas donde buscarlos",
    "help_module": "califica los ejercicios de este módulo, como 01, digan lo que digan los "
    "cuadernos; se puede repetir",
    "help_jobs": "cuántos cuadernos a la vez (tantos como núcleos)",
    "help_format": "cómo se escriben los resultados (table)",
    "help_output": "los escribe en este archivo",
    "help_lang": "el idioma de mensajes y pistas",
    "help_timeout": "segundos para un cuaderno entero (60); una celda sola tiene la sexta parte",
    "help_memory": "MiB de memoria para cada proceso de un cuaderno (2048)",
    "help_seed": "de las entradas al azar: la misma para todos; una nueva si no se da ninguna",
    "help_resume": "lleva un diario en este archivo y sigue desde él tras una interrupción",
    "help_scheduler": "envía el trabajo al planificador de Dask de esta dirección",
    "help_fail_under": "sale con 3 si un cuaderno tiene menos puntos",
    "number": "{name} tiene que ser un número desde {least}, no {value}",
}
