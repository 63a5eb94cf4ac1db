"""Las palabras del calificador, en español."""

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
    "no_exercises": "no contiene ningún ejercicio del curso; elige el módulo con --module "
    "({known})",
    "unknown_module": "no hay ejercicios del módulo {module}, solo de {known}",
    # un cuaderno que se detuvo
    "timeout": "detenido a los {seconds} s, {where}",
    "processes": "detenido al pasar de {processes} procesos, {where}",
    "flood": "detenido: escribió en el canal del propio calificador, {where}",
    "killed": "el sistema cerró Python (señal {code}), {where}: suele ser demasiada memoria o un "
    "fallo grave",
    "ended": "el cuaderno terminó su propio Python (código {code}), {where}",
    "in_cell": "en la celda {cell}",
    "in_checks": "mientras se comprobaba su código",
    "internal": "falló el propio calificador: {error}",
    "lost": "se perdió el proceso que lo calificaba; califica este archivo otra vez",
    "link": "es un enlace a otro archivo, y no se sigue",
    "no_learner": "no nombra a nadie, así que no se repartió con factores",
    "memory": "detenido con más de {memory} MiB de memoria entre todos sus procesos, {where}",
    "noise": "del proceso del cuaderno llegó algo que no son respuestas: mira su código",
    "forged": "{id}: ninguna ejecución limpia devuelve este resultado; sin puntos",
    "borrowed": "{id}: bien, pero con una biblioteca: lo que el ejercicio pide construir se toma "
    "de ella ({names}); sin puntos",
    "missing_here": "no se calificó nada: los ejercicios necesitan algo que no está instalado: "
    "pip install {names}",
    "no_paths": "indica qué cuadernos o carpetas hay que calificar",
    "open_head": "Sin proteger aquí, por falta de espacios de nombres de usuario: {what}. Un "
    "cuaderno se ejecuta con tus permisos; mira --help.",
    "open_network": "la red",
    "open_files": "tus archivos y las demás entregas",
    "open_processes": "los demás procesos",
    "open_folder": "el tamaño de sus archivos temporales",
    # sobre celdas y ejercicios
    "raised_cell": "la celda {cell} se detuvo con un error: «{error}»",
    "slow_cell": "celda {cell}: detenida a los {seconds} s",
    "foreign_cell": "celda {cell}: omitida, no está en Python",
    "hidden_code": "la celda {cell} ejecuta código que no se ve en ella, o hurga en Python: "
    "{names}; léela",
    "no_module": "no se sabe de qué módulo es, o los demás cuadernos apuntan a otro: indícalo con "
    "--module, o ponlo al principio del nombre de su archivo o carpeta, como en 01-{name}",
    "altered": "el cuaderno alteró la biblioteca, que se dejó como estaba: {names}",
    "alike": "el mismo código que {paths}, salvo nombres, comentarios y espacios: mira los dos",
    "near": "{shared} de sus {count} instrucciones poco comunes están también en "
    "{path}, sean cuales sean los nombres: mira los dos",
    "other_learner": "se repartió a alguien cuyo nombre no está en su ruta",
    "same_learner": "se repartió a la misma persona que {paths}",
    "wrong_module": "se calificó como módulo {modules}, pero lo que define es del módulo {found}: "
    "mira sus metadatos, o --module",
    "comment": "sobre {id}: {text}",
    "overridden": "puntos fijados por las reglas: {ids}",
    "late": "días de retraso: {days} (−{cost})",
    "undefined": "sin definir: {names}",
    "unreached": "no se llegó a probar",
    # tablas
    "head_file": "archivo",
    "head_status": "estado",
    "head_points": "puntos",
    "head_of": "de",
    "head_seconds": "segundos",
    "head_message": "mensaje",
    "summary": "cuadernos calificados: {graded} de {count}; {points} puntos de {of} en promedio; "
    "semilla {seed}",
    "class_title": "Qué hizo bien la clase y qué errores cometió",
    "class_said": "cuadernos calificados: {graded} de {count}, semilla {seed}; por ejercicio, lo "
    "más frecuente primero",
    "class_right": "bien",
    "class_exercise": "ejercicio",
    "class_unwritten": "aún sin escribir",
    "class_mistake": "el error, como lo describe su pista",
    "class_group": "parte de los puntos",
    "class_who": "quiénes",
    "class_learners": "personas",
    "class_share": "parte",
    "page_title": "{points} puntos de {of}",
    "page_points": "{points} de {of}",
    "page_code": "tu código",
    "page_drawing": "Debajo de cada número: lo que se obtuvo y, tras ✗, lo que se esperaba.",
    # la orden
    "progress": "{done} de {count} cuadernos",
    "nothing": "no hay ningún cuaderno que calificar: {paths}",
    "journal_busy": "otra calificación está usando el diario {path}",
    "journal_unusable": "no se puede usar el diario {path}: {error}",
    "journal_broken": "{path} no es un diario del calificador",
    "journal_other": "el diario {path} se escribió con otro valor de {name} ({then}): usa el mismo "
    "o empieza un diario nuevo",
    "roster_unreadable": "no se puede leer {path}: {error}",
    "no_roster": "{path} no es ni un libro de calificaciones de Canvas ni una "
    "hoja de calificación de Moodle",
    "roster_empty": "no hay nadie en {path}",
    "secret_unreadable": "no se puede leer el secreto {path}: {error}",
    "policy_unreadable": "no se pueden leer las reglas {path}: {error}",
    "policy_wrong": "las reglas {path} tienen una entrada desconocida o incorrecta: {name}",
    "policy_other": "las reglas {path} fijan {ids} para {pattern}, que es de otro módulo",
    "policy_nobody": "las reglas {path} hablan de {pattern}, y ningún cuaderno se llama así",
    "not_a_notebook": "sin calificar, porque no es un cuaderno (.ipynb): {path}",
    "not_in_roster": "no está en la lista de participantes: {path}",
    "interrupted": "interrumpido tras {done} de {count} cuadernos; {how}",
    "resume": "el mismo comando sigue desde ahí",
    "no_resume": "con --resume ARCHIVO no se habría perdido nada",
    "no_output": "no se puede escribir {path}: {error}",
    "no_helper": "no arrancan los procesos que califican: {command}",
    "unsafe": "nada impide aquí que un cuaderno detenga este programa o escriba sus propios "
    "puntos: no hay espacios de nombres de usuario. Califica como root, para que los cuadernos "
    "se ejecuten con otro usuario, o en un contenedor por estudiante con --unsafe; mira la página "
    "para docentes",
    "no_fork": "para calificar hace falta Linux o macOS; en Windows, usa WSL o un contenedor",
    "help": "Califica cuadernos: ejecuta cada uno desde cero y prueba lo que define con las "
    "comprobaciones de este paquete.",
    "help_end": "Código de salida: 0, todos calificados; 1, alguno no se pudo calificar; 2, uso "
    "incorrecto, o falta algo por instalar; 3, todos calificados y alguno por debajo de "
    "--fail-under; 130, interrumpido. Donde Linux permite espacios de nombres de usuario, un "
    "cuaderno no tiene red, no ve otras entregas y solo escribe en una carpeta propia; donde no, "
    "la primera línea del informe dice qué queda abierto, y lo que escribieron desconocidos va "
    "en un contenedor sin red: "
    "docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp "
    '-v "$PWD/entregas:/entregas:ro" IMAGEN python -P -m tapewalk_grade /entregas',
    "help_paths": "cuadernos, o carpetas donde buscarlos",
    "help_module": "califica los ejercicios de este módulo, como 01, digan lo que digan los "
    "cuadernos; se puede repetir",
    "help_jobs": "cuántos cuadernos a la vez (tantos como núcleos)",
    "help_format": "cómo se escriben los resultados (table)",
    "help_output": "escribe los resultados en este archivo",
    "help_roster": "escribe los puntos en esta lista de participantes, exportada de "
    "Canvas o Moodle, para importarla después",
    "help_feedback": "escribe en esta carpeta una página para cada persona, con las pistas, "
    "en el idioma de su cuaderno",
    "help_anonymous": "números en lugar de las rutas de los cuadernos, en orden aleatorio",
    "help_lang": "el idioma de mensajes y pistas",
    "help_timeout": "segundos para un cuaderno entero (60); para cada celda, la sexta parte",
    "help_memory": "MiB de memoria para cada proceso de un cuaderno y para todos juntos (2048)",
    "help_seed": "semilla de las entradas al azar, la misma para todos; si no se da, una nueva",
    "help_seed_by_learner": "cada cuaderno recibe sus propias entradas al azar, que se repiten "
    "con la misma semilla y ruta",
    "help_factors": "califica solo cuadernos que se repartieron con factores propios de cada "
    "persona",
    "help_secret": "un archivo con un texto que solo tú conoces, del que salen los factores; el "
    "mismo para repartir y para calificar",
    "help_policy": "pesos, días de retraso, ejercicios que no cuentan, puntos dados a mano: un "
    "archivo TOML, mira la página para docentes",
    "help_resume": "lleva un diario en este archivo y sigue desde él tras una interrupción",
    "help_unsafe": "califica también donde un cuaderno puede detener o alterar el calificador: "
    "mira la página para docentes",
    "help_check_setup": "califica las soluciones del propio curso: todas han de sacar todos los "
    "puntos",
    "help_fail_under": "termina con el código 3 si un cuaderno tiene menos puntos que este número",
    "build": "Escribe los ejercicios en la forma que necesita otra plataforma.",
    "build_for": "la plataforma",
    "build_paths": "para gradescope, el wheel de la biblioteca; para las demás, cuadernos "
    "de ejercicios",
    "build_output": "el archivo zip para Gradescope; si no, una carpeta",
    "build_module": "para gradescope: el módulo cuyos ejercicios se califican, como 01",
    "hand_out": "Escribe los cuadernos propios de cada persona: en la mayoría de las tareas cambia "
    "un factor.",
    "hand_out_paths": "cuadernos de ejercicios, o carpetas donde buscarlos",
    "hand_out_learners": "un libro de calificaciones de Canvas o una hoja de calificación de "
    "Moodle (.csv), o un texto con un nombre por línea",
    "hand_out_output": "dónde se crea la carpeta de cada persona",
    "handed_out": "cuadernos: {count}; personas: {learners}; en {path}",
    "no_folder": "ninguna carpeta puede llamarse así: {names}",
    "no_task": "{path} no es un cuaderno de ejercicios del curso tal como se generó: {error}",
    "number": "{name} tiene que ser un número de al menos {least}, no {value}",
}
