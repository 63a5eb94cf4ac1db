"""Lo que dice toda comprobación, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "passed": "{id} {names}: correcto, {points} de {of} puntos",
    "failed": "{id} {names}: todavía no, {points} de {of} puntos",
    "tried": "probado",
    "got": "obtenido",
    "expected": "esperado",
    "hint": "pista",
    "and": " y ",
    "right": "{count} entradas, sorteadas. Todos los resultados coinciden con {oracles}.",
    "oracle_torch": "PyTorch",
    "oracle_engine": "nuestro motor",
    "oracle_differences": "las diferencias centrales",
    "oracle_formula": "la fórmula",
    "oracle_inspect": "tapewalk.inspect",
    "oracle_detective": "el detective",
    "seed": "Las entradas se sortean de nuevo cada vez. Las mismas otra vez: "
    'check("{id}", {names}, seed={seed})',
    "unlimited": "Aquí nada puede detener un bucle sin fin: si tarda mucho, interrúmpelo.",
    "attempts": "Intento {count}.",
    "progress": "Módulo {module}: {bar} {done} de {count} ejercicios, {points} de {of} puntos",
    "head_id": "ejercicio",
    "head_names": "pide",
    "head_points": "puntos",
    "head_attempts": "intentos",
    "no_exercise": "no hay ningún ejercicio {id}; los hay {names}",
    "got_slow": "nada en {seconds} segundos",
    "got_unwritten": "nada todavía: el esqueleto lanza NotImplementedError",
    "got_changed": "{names}: alterado",
    "expects_handed": "{names}, sin paréntesis",
    "expects_callable": "una función o una clase",
    "hint_handed": "Entrega exactamente esto, después del número del ejercicio: {names}.",
    "hint_uncalled": "Entrega la función misma, no lo que devolvió: su nombre, sin paréntesis.",
    "hint_unwritten": "Escribe tu código en lugar de `raise NotImplementedError`, ejecuta esa "
    "celda y después esta.",
    "hint_switched": "Tu función dejó algo en otro modo del que encontró ({names}), y lo que haga "
    "después quien la llamó saldrá distinto. Cambia el modo solo dentro de un bloque `with`, o "
    "devuélvelo al final.",
    "hint_changed": "Tu función escribió en lo que recibió ({names}), y quien la llamó lo ha "
    "perdido. La causa suele ser `+=` o un índice a la izquierda: calcula un arreglo nuevo.",
    "hint_constant": "Sale el mismo número entre lo que entre. El resultado se calcula a partir "
    "del argumento.",
    "hint_raised": "Tu código se detuvo con un error en estas entradas. Pruébalo con ellas en "
    "una celda aparte y muestra las formas por el camino.",
    "hint_none": "Tu función devolvió None: ¿hay un `return` al final, en todos sus caminos?",
    "hint_type": "El resultado es de otra clase que la esperada. Compara las dos líneas de "
    "arriba: ¿número, arreglo, lista, diccionario o tupla?",
    "hint_part_none": "Una parte del resultado es None. ¿De dónde viene? Una función sin `return` "
    "da None, y también la que trabaja en el mismo arreglo, como `np.add.at`.",
    "hint_count": "Se esperan {count} resultados, en este orden: {parts}.",
    "hint_empty": "Solo falla donde un arreglo no contiene nada. Una suma de nada es 0, su media "
    "no es un número, y el resultado tiene forma de todos modos.",
    "hint_shape": "La forma no es la correcta. Un gradiente tiene la forma de aquello a lo que "
    "pertenece.",
    "hint_nan": "Hay un NaN o un infinito donde debería haber un número: busca una división "
    "entre cero o un número demasiado grande para exp.",
    "hint_numbers": "La clase y la forma son correctas, algunos números no. Pon las entradas a "
    "mano y sigue un número por tu código.",
    "hint_missing": "Faltan entradas en el diccionario.",
    "hint_slow": "Tardó demasiado y se detuvo. ¿Hay un bucle que nunca llega a su final?",
    "hint_order": "La lista no es un orden topológico: cada nodo una vez, después de todos sus "
    "padres.",
    "hint_leaves": "No son las hojas que alcanza la raíz. Dibuja el grafo y ve desde la raíz por "
    "todos los operandos grabados.",
    "hint_steps": "El motor va por otro camino. Dibuja el grafo y anota en cada paso qué nodos "
    "están listos.",
    "hint_answer": "Esa no es la respuesta aquí. Prueba este caso a mano y compara lo que mira tu "
    "función con lo que muestran las dos líneas de arriba.",
    "hint_own": "Este es el resultado sin el factor {factor} que hay en tu tarea: vuelve a leer la "
    "línea que está encima de su celda.",
    "hint_no_function": "Tiene que ser una clase derivada de tapewalk.Function.",
}
