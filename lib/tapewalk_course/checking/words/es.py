"""Las palabras de toda comprobación, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "passed": "{id} {names}: correcto, {points} de {of} puntos",
    "failed": "{id} {names}: todavía no, {points} de {of} puntos",
    "stages": "etapas",
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
    "seed": "Las entradas se sortean de nuevo cada vez. Para repetir estas: "
    'check("{id}", {names}, seed={seed})',
    "unlimited": "Aquí nada puede detener un bucle sin fin: si tarda mucho, interrúmpelo.",
    "attempts": "Intento {count}.",
    "progress": "Módulo {module}: {bar} {done} de {count} ejercicios, {points} de {of} puntos",
    "head_id": "ejercicio",
    "head_names": "pide",
    "head_points": "puntos",
    "head_attempts": "intentos",
    "no_exercise": "no hay ningún ejercicio {id}; los que hay son {names}",
    "got_slow": "nada en {seconds} segundos",
    "got_unwritten": "nada todavía: el esqueleto lanza NotImplementedError",
    "got_changed": "{names}: alterado",
    "expects_handed": "{names}, sin paréntesis",
    "expects_callable": "una función o una clase",
    "hint_handed": "Entrega exactamente esto, después del número del ejercicio: {names}.",
    "hint_uncalled": "Entrega la función misma, no lo que devolvió: su nombre, sin paréntesis.",
    "hint_unwritten": "Escribe tu código en lugar de `raise NotImplementedError`, ejecuta esa "
    "celda y después esta.",
    "hint_switched": "Tu función no restauró el modo que encontró ({names}), y lo que haga "
    "después quien la llamó saldrá distinto. Cambia el modo solo dentro de un bloque `with`, o "
    "restáuralo al final.",
    "hint_changed": "Tu función escribió en lo que recibió ({names}), y quien la llamó lo ha "
    "perdido. La causa suele ser `+=`, un índice a la izquierda o un método que trabaja in situ, "
    "como `reverse`, `sort` o `pop`: crea un arreglo o una lista nueva.",
    "hint_constant": "Sale el mismo número con cualquier entrada. Calcula el resultado a partir "
    "del argumento.",
    "hint_raised": "Tu código se detuvo con un error en estas entradas. Pruébalo con ellas en "
    "una celda aparte y muestra las formas por el camino.",
    "hint_none": "Tu función devolvió None: ¿hay un `return` al final, en todos sus caminos?",
    "hint_type": "El resultado no es del tipo esperado. Compara las dos líneas de "
    "arriba: ¿número, arreglo, lista, diccionario o tupla?",
    "hint_part_none": "Una parte del resultado es None. ¿De dónde viene? Una función sin `return` "
    "da None, y también la que trabaja in situ, como `np.add.at`.",
    "hint_count": "Se esperan {count} resultados, en este orden: {parts}.",
    "hint_empty": "Solo falla con un arreglo vacío. Su suma es 0, su media es NaN, y el "
    "resultado tiene que tener la forma correcta de todos modos.",
    "hint_shape": "La forma no es la correcta. Un gradiente tiene la forma del valor al que "
    "pertenece.",
    "hint_nan": "Hay un NaN o un infinito donde debería haber un número: busca una división "
    "entre cero o un número demasiado grande para exp.",
    "hint_numbers": "El tipo y la forma son correctos, algunos números no. Prueba las entradas a "
    "mano y sigue un número por tu código.",
    "hint_missing": "Faltan entradas en el diccionario.",
    "hint_slow": "Tardó demasiado y se detuvo. ¿Hay un bucle que nunca llega a su final?",
    "hint_order": "La lista no es un orden topológico: cada nodo una vez, después de todos sus "
    "padres.",
    "hint_leaves": "No son las hojas que alcanza la raíz. Dibuja el grafo y ve desde la raíz por "
    "todos los operandos grabados.",
    "hint_steps": "El motor sigue otro orden. Dibuja el grafo y anota en cada paso qué nodos "
    "están listos.",
    "hint_answer": "Esa no es la respuesta aquí. Prueba este caso a mano y compara lo que mira tu "
    "función con lo que muestran las dos líneas de arriba.",
    "hint_own": "Este es el resultado sin el factor {factor} que hay en tu tarea: vuelve a leer la "
    "línea que está encima de su celda.",
    "hint_no_function": "Tiene que ser una clase derivada de tapewalk.Function.",
    "in_part": "Bien: {right}. En `{part}`: ",
    "in_parts": "En `{part}`: ",
    "hint_printed": "Tu función imprime y devuelve None: `print` solo muestra un resultado, "
    "`return` se lo da a quien la llamó.",
    "hint_negative": "Todos los números tienen el signo contrario. Busca un menos perdido o una "
    "diferencia tomada al revés.",
    "hint_times": "Todos los números son `{n}` veces demasiado grandes. ¿Hay una suma donde hace "
    "falta una media, falta una división, o hay un factor dos veces?",
    "hint_over": "Todos los números son `{n}` veces demasiado pequeños. ¿Hay una media donde hace "
    "falta una suma, falta un factor, o hay una división dos veces?",
    "hint_bessel": "Todos los números se desvían en la razón entre `{n}` y `{n}` - 1: "
    "uno está en el lugar del otro, como en las dos clases de varianza.",
    "hint_ratio": "Todos los números son {ratio} veces el esperado, en todas las entradas que "
    "fallaron: falta un factor constante, o sobra uno.",
    "hint_zero": "Todos los números son 0. ¿Se calcula el resultado y se pierde, o se lee antes de "
    "calcularlo?",
    "hint_squared": "Cada número es el cuadrado del esperado: algo se multiplica por sí mismo, o "
    "falta una raíz.",
    "hint_signs": "Todos los números tienen el tamaño correcto, y algunos el signo equivocado.",
    "hint_offset": "Todos los números difieren del esperado en {offset}: falta un término, o sobra "
    "uno.",
    "hint_rounded": "Se pierden las cifras decimales. Busca `//`, `int`, `round` o un arreglo de "
    "enteros.",
    "hint_near": "Todos los números son casi correctos, con menos de un 1 % de error. Busca una "
    "constante redondeada, un término que suele ser pequeño, o diferencias finitas con un paso "
    "grande.",
    "hint_input": "Esto es `{name}`, sin cambios.",
    "hint_single": "Llegó un solo número donde se espera un arreglo de forma {wanted}: ¿sobra una "
    "suma o una media, o es otro resultado, como la pérdida?",
    "hint_shaped_like": "El resultado tiene la forma {came}, como `{name}`, y debería tener "
    "{wanted}.",
    "hint_uniform": "Todos los números son iguales, y los esperados no: ¿hay una suma sobre "
    "demasiados ejes?",
    "hint_transposed": "El resultado está traspuesto: sus filas son las columnas esperadas. Falta "
    "o sobra un `.T`, o un producto tiene los factores en el orden equivocado.",
    "hint_reversed": "A lo largo del eje {axis}, los números salen en orden inverso.",
    "hint_shifted": "A lo largo del eje {axis}, todo está corrido una posición. Mira dónde "
    "empiezan y terminan tus índices o rebanadas, o si algo se calcula un paso antes o después.",
    "hint_reordered": "Los números son correctos, pero están en otros lugares.",
    "hint_diagonal": "Todo es correcto salvo la diagonal.",
    "hint_edge": "Todo es correcto salvo `{index}`. ¿Un bucle o una rebanada empieza tarde o "
    "termina antes de tiempo?",
    "hint_unfilled": "Unos números son correctos y los demás son 0: una parte del resultado no se "
    "calcula nunca, o se sobrescribe.",
    "hint_unmasked": "Unos números son correctos y los demás deberían ser 0: falta una máscara o "
    "una condición.",
    "hint_some": "Números correctos aquí: {fine} de {all}. El primero equivocado está en "
    "`{place}`: síguelo por tu código.",
    "hint_entries": "No son correctas: {names}. Las demás sí. ¿Qué tienen en común las erróneas?",
    "hint_first": "Solo la primera entrada da el resultado correcto. ¿Hay en tu código algo que "
    "solo encaja con ella, como un tamaño, o algo que queda de una llamada a la siguiente?",
    "hint_sum": "El resultado tiene la forma {came} y debería tener {wanted}: sumado por el eje "
    "{axis}, sería correcto.",
    "hint_mean": "El resultado tiene la forma {came} y debería tener {wanted}: con la media por el "
    "eje {axis}, sería correcto.",
    "hint_oversum": "El resultado tiene la forma {came} y debería tener {wanted}: tu código suma "
    "además por el eje {axis}, y no debería.",
    "hint_overmean": "El resultado tiene la forma {came} y debería tener {wanted}: tu código toma "
    "además la media por el eje {axis}, y no debería.",
    "hint_reshaped": "Los números son correctos, la forma no: {came} en lugar de {wanted}. Una "
    "reducción con `keepdims=True` conserva un eje de longitud 1; `reshape` cambia una forma.",
    "hint_stretched": "La forma es {came} en lugar de {wanted}: están los números correctos, pero "
    "repetidos, por difusión.",
    "hint_unstretched": "La forma es {came} en lugar de {wanted}: cada número es correcto, pero "
    "falta extender el resultado a esa forma por difusión.",
    "hint_outer": "La forma es {came} en lugar de {wanted}. Suele pasar cuando (n,) se encuentra "
    "con (n, 1) y cada uno se extiende frente al otro: `keepdims=True` o `[:, None]` les da la "
    "misma forma.",
    "hint_axis": "La forma es {came} en lugar de {wanted}: una suma, una media o un máximo va por "
    "el eje equivocado.",
    "hint_swapped": "Los resultados son correctos, pero en otro orden. Devuélvelos en este: "
    "{parts}.",
    "hint_function": "El resultado es una función. Llámala: faltan los paréntesis.",
    "hint_text": "El número es correcto, pero llegó como texto.",
    "hint_wrapped": "El resultado correcto llegó dentro de un `{came}`. Busca una coma detrás o "
    "unos corchetes alrededor.",
    "hint_listed": "Los números son correctos, pero llegaron como `{came}`; se espera `{wanted}`.",
    "hint_kind": "El resultado es de tipo `{came}`; se espera `{wanted}`.",
    "hint_lacking": "Faltan: {lacking}.",
    "hint_extra": "Esto no va en el resultado: {extra}.",
    "hint_other": "Faltan: {lacking}. Esto no va en el resultado: {extra}.",
    "hint_twice": "Más de una vez en el resultado: {extra}.",
    "hint_backwards": "La lista es correcta, pero en orden inverso.",
    "hint_raised_truth": "`if`, `and` y `not` necesitan un solo True o False, y al comparar "
    "arreglos sale uno por entrada. Usa `.all()`, `.any()` o `np.where`.",
    "hint_raised_nothing": "Tu código usa un None como si fuera un valor. Puede venir de una "
    "función sin `return`, de un método que trabaja in situ, como `.sort()`, o de un `.grad` que "
    "aún no existe.",
    "hint_raised_called": "Hay paréntesis detrás de algo que no es una función. ¿Falta un operador "
    "delante, o una variable tiene el nombre de una función?",
    "hint_raised_arguments": "Se llamó a una función con argumentos que no admite, o sin alguno "
    "que necesita. Compara la llamada con la primera línea de la función; la tuya tiene que ser "
    "como en el esqueleto.",
    "hint_raised_single": "Las funciones de `math`, y `float`, toman un solo número, y esto es un "
    "arreglo. NumPy tiene las mismas para arreglos: `np.exp`, `np.log`, `np.tanh`.",
    "hint_raised_subscript": "Hay corchetes detrás de algo que no tiene entradas, como un número o "
    "una función. Imprímelo para ver qué es.",
    "hint_raised_integer": "Hay una lista u otro objeto donde hace falta un número entero. Como "
    "`axis`, NumPy admite un número o una tupla de ellos: `tuple(…)`.",
    "hint_raised_iterate": "Un bucle, `zip` o una asignación recorre algo que es una sola cosa. "
    "Una tupla de uno necesita una coma: `(x,)`.",
    "hint_raised_unpack": "Una asignación reparte algo cuyo número de entradas no es el de los "
    "nombres que hay a la izquierda.",
    "hint_raised_shapes": "En la línea de arriba hay dos formas que no encajan. Imprime las dos: "
    "puede faltar un eje (`keepdims=True`), o hay que trasponer una matriz.",
    "hint_raised_unbound": "`{name}` se usa antes de tener un valor en este camino por tu función: "
    "¿solo se le da dentro de un `if` o de un bucle?",
    "hint_raised_name": "Aquí nada se llama `{name}`. ¿Está mal escrito, o se define en una celda "
    "que no se ha ejecutado, o le falta su módulo delante, como en `np.exp`?",
    "hint_raised_attribute": "Un objeto `{owner}` no tiene `.{name}`. ¿Está mal escrito el nombre, "
    "o el objeto no es el que crees?",
    "hint_raised_index": "Un índice se pasa del final: las entradas se cuentan desde 0, así que la "
    "última es `len(…) - 1`.",
    "hint_raised_axis": "Se pide un eje que este arreglo no tiene. Imprime su forma: los ejes se "
    "cuentan desde 0.",
    "hint_raised_key": "El diccionario no tiene la entrada `{name}`. Imprime sus claves, o "
    "pregunta antes con `in` o `.get`.",
    "hint_raised_zero": "Tu código divide entre 0 con estas entradas. ¿Cuál de ellas es 0, o qué "
    "suma o longitud?",
    "hint_raised_depth": "Tu función se llama a sí misma más de mil veces, una llamada dentro de "
    "otra. ¿Falta el final de la recursión? Para una cadena larga, usa un bucle y una lista.",
    "hint_raised_import": "Este módulo no se puede importar aquí: `{name}`.",
    "hint_sized": "Todos los números son {ratio} veces el esperado, y `{n}` es {size}: ¿hay una "
    "suma donde hace falta una media, o al revés?",
}
