"""Las pistas del módulo 02, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_02.1_leaves": "Contaste también las hojas: un peso y un sesgo en cada capa. Se piden "
    "los nodos que dejaron las operaciones.",
    "hint_02.1_mean": "Falta un nodo, sea cual sea la profundidad. La media del final también es "
    "una operación, y los nodos de la primera capa se registran aunque sus filas no pidan "
    "gradiente: su peso lo pide.",
    "hint_02.1_layers": "Esas son solo las capas lineales. Las GELU que hay entre ellas y la media "
    "del final dejan un nodo cada una.",
    "hint_02.1_gelu": "Sobra un nodo, sea cual sea la profundidad. Entre n capas hay n - 1 GELU, "
    "y las filas que entran no tienen nodo: no piden gradiente.",
    "hint_02.1_modules": "Esa es nuestra cinta, con un nodo por capa lineal. La de PyTorch tiene "
    "cuatro cuando entran filas: View, T, Addmm, View.",
    "hint_02.1_view": "Sobra un nodo, sea cual sea la profundidad. Las filas que entran no piden "
    "gradiente, así que aplanarlas no se graba: falta el primer View.",
    "hint_02.1_few": "Falta un nodo en cada capa. Cuenta otra vez lo que hay alrededor de Addmm, "
    "con la T, y también las GELU.",
    "hint_02.2_recursion": "La recursión baja una llamada más por cada nodo, y Python la detiene "
    "hacia las mil. Guarda en una lista lo que espera.",
    "hint_02.2_paths": "Pocos nodos, pero millones de caminos: recuerda qué nodos has visto y no "
    "vuelvas a salir de ellos.",
    "hint_02.2_pairs": "`next_functions` contiene pares: un nodo y cuál de sus resultados se usó. "
    "Escribe `for node, _ in …`.",
    "hint_02.2_cut": "Hay un None donde un operando no tiene historia, por ejemplo tras un "
    "`detach`. Pásalo por alto.",
    "hint_02.2_operations": "En tu lista hay operaciones. Solo el nodo de una hoja tiene "
    '`.variable`: `hasattr(node, "variable")`.',
    "hint_02.2_nodes": "Esos son los nodos de las hojas. Se piden los tensores: `node.variable`.",
    "hint_02.2_twice": "Una hoja que se usa dos veces está dos veces en tu lista. Recuerda qué "
    "nodos has visto.",
    "hint_02.2_first": "Seguiste solo por el primer operando, o por ninguno donde uno es None. "
    "Cada entrada de `next_functions` que no es None es un camino.",
    "hint_02.2_last": "Fuiste solo por el último operando de cada nodo. ¿Hay algo dentro del bucle "
    "que va después, o al revés?",
    "hint_02.2_stopped": "Te detienes en el primer None. Los operandos que le siguen pueden tener "
    "historia: pásalo por alto con `continue`.",
    "hint_02.2_empty": "No salió ninguna hoja. Puede haber hojas muy por detrás de la raíz: mete "
    "en `waiting` lo que encuentres y sigue desde ahí. Y lo que se marca como visto antes de "
    "mirarlo se pasa de largo.",
    "hint_02.2_lone": "Salió una hoja, y hay más. ¿Hay un `return` dentro del bucle?",
    "hint_02.3_twice": "Un nodo se ejecuta más de una vez. Espera hasta que le haya llegado todo y "
    "se ejecuta una sola vez, con la suma.",
    "hint_02.3_unreached": "Se ejecutan nodos que no están detrás de la raíz, a los que nadie "
    "envía nada. Empieza por la raíz.",
    "hint_02.3_waiting": "Faltan nodos: esperan algo que nunca llega. Cuenta solo a quienes envían "
    "desde detrás de la raíz; los demás no envían nada.",
    "hint_02.3_named": "Comparas los nombres. Lo que cuenta son los números, `nodes[name][0]`: de "
    "todos los listos, el más nuevo.",
    "hint_02.3_oldest": "Tomas el nodo listo más antiguo. El motor toma el más nuevo: el número "
    "mayor.",
    "hint_02.3_leaves_last": "Las operaciones están bien, pero todas las hojas esperan al final. "
    "Una hoja cuenta como más nueva que todo: se ejecuta en cuanto está lista.",
    "hint_02.3_forward": "Esta es la cinta desde su principio. El camino de vuelta empieza en la "
    "raíz.",
    "hint_02.3_stack": "Tomas lo último que quedó listo. El motor mira los números: de todos los "
    "listos, el más nuevo.",
    "hint_02.3_queue": "Tomas lo primero que quedó listo. El motor mira los números: de todos los "
    "listos, el más nuevo.",
    "hint_02.3_hasty": "Una hoja se ejecutó antes de que le llegara todo: alguien tenía aún que "
    "enviarle algo. Está lista tras el último que le envía.",
    "hint_02.3_doubled": "Donde un nodo usa a otro dos veces, le envía dos veces. Al contar y al "
    "descontar hay que tratarlo igual.",
    "hint_02.3_missing": "Faltan nodos. Se ejecuta todo lo que hay detrás de la raíz, incluidas la "
    "raíz y las hojas.",
    "hint_02.4_references": "Sumaste `.bytes`, lo que mira cada entrada. En la memoria queda el "
    "trozo entero, `.storage_bytes`, una vez para todas las entradas con el mismo `storage`.",
    "hint_02.4_repeated": "Los trozos están enteros, pero cada uno tantas veces como referencias "
    "tiene. Cuenta cada `storage` una vez.",
    "hint_02.4_everything": "En tu suma está todo: también los parámetros, y cada trozo tantas "
    "veces como referencias tiene.",
    "hint_02.4_parameters": "En tu suma hay parámetros. Ya están ahí de todos modos: deja fuera "
    "las entradas cuyo `of` nombra uno.",
    "hint_02.4_inverted": "Esos son los parámetros. Se pide lo que se guarda además: las entradas "
    "cuyo `of` es None.",
    "hint_02.4_sizes": "Dos trozos del mismo tamaño siguen siendo dos. Los distingue `storage`.",
    "hint_02.4_parts": "La vista de una parte retiene en memoria el trozo entero: cuenta "
    "`storage_bytes`, no `bytes`.",
    "hint_02.4_views": "Un mismo trozo cuenta varias veces: entradas de distintos `bytes` pueden "
    "referirse a él. Solo `storage` distingue los trozos.",
    "hint_02.4_first": "En tu suma solo está la primera activación. ¿Está el `return` dentro del "
    "bucle?",
    "hint_02.4_largest": "Ese es el trozo más grande. En la memoria quedan todos: súmalos.",
    "hint_02.4_unshared": "En tu suma falta un trozo al que se refieren varias entradas. También "
    "queda en la memoria: una vez.",
    "hint_02.4_keys": "Sumaste los números de los trozos. Se piden sus tamaños: con un "
    "diccionario, `.values()`.",
    "hint_02.4_whole": "Faltan trozos de los que solo se mira una parte. Una vista de una parte "
    "guarda el trozo entero.",
    "hint_02.4_kib": "Esos son KiB. Se pidieron bytes.",
    "hint_02.5_numbers": "Esos son números, no bytes: cada uno ocupa cuatro.",
    "hint_02.5_pairs": "Las filas están bien. Pero softmax guarda su resultado, un número por cada "
    "par de tokens.",
    "hint_02.5_scores": "En tu suma están las puntuaciones además de las probabilidades. Nadie las "
    "guarda: softmax guarda lo que devolvió.",
    "hint_02.5_heads": "Cada cabeza tiene sus propias probabilidades: heads · T² por cada texto.",
    "hint_02.5_texts": "Los tokens de textos distintos no se miran: T² por cada texto, no "
    "(batch · T)².",
    "hint_02.5_input": "Contaste `x` tres veces. Las capas q, k y v guardan el mismo tensor.",
    "hint_02.5_rows": "Falta un tensor con la forma de `x`. Además de q, k y v, cada capa lineal "
    "guarda lo que entró: la propia `x`, y lo que entra en `out`.",
    "hint_02.5_cache": "Eso es una caché KV. El camino de vuelta necesita más: `x`, q, las "
    "probabilidades y lo que entra en `out`.",
    "hint_02.5_weights": "En tu suma están los cuatro pesos. Son parámetros: ya están ahí.",
    "hint_02.5_doubles": "El doble de lo debido: aquí un número ocupa cuatro bytes, como en "
    "float32.",
    "hint_02.5_batch": "Con un texto está bien. Cada texto del lote tiene sus propias "
    "probabilidades.",
    "hint_02.5_masked": "Falta la mitad de las probabilidades. Una máscara pone ceros, y un cero "
    "ocupa lo mismo.",
    "hint_02.5_linear": "No basta una fila por token: la softmax guarda un número por cada par "
    "de tokens, T², en cada cabeza.",
    "hint_02.5_turned": "Sobran tres tensores con la forma de `x`. Girar q, k y v o repartirlos "
    "en cabezas no copia nada.",
    "hint_02.5_result": "Sobra un tensor con la forma de `x`: nadie guarda lo que devuelve `out`, "
    "y q, k y v comparten un mismo `x`.",
    "hint_02.6_written": "La cinta aún encuentra algo escrito encima: tanh guardó su resultado, y "
    "el doble se escribió en él. Pon las filas duplicadas en un tensor nuevo.",
    "hint_02.6_history": "La pérdida se ha quedado sin historia: lo grabado se perdió por el "
    "camino.",
    "hint_02.6_dropped": "Se fue el error, y con él el doble: estas son las pérdidas de unas filas "
    "sin doblar.",
    "hint_02.6_cut": "Se fue el error porque se fue la historia: nada vuelve más allá de tu "
    "`detach`, y `up` ya no aprende.",
    "hint_02.6_half": "La primera pérdida está bien, pero la mitad del doble no está en la cinta: "
    "un sumando sin historia, o un arreglo puesto en `.data`. Así, la mitad del gradiente no llega "
    "a `up`. Dobla con un solo producto, `2 * rows`.",
    "hint_02.6_hidden": "Escribiste a través de `.data`, y la cinta no se enteró: ningún error, y "
    "gradientes equivocados para `up`. Lo que guardó tanh tiene que quedarse como está.",
    "hint_02.6_twice": "Las filas se doblaron dos veces: estas son las pérdidas de cuatro veces "
    "la tanh.",
    "hint_02.6_squared": "Elevaste las filas al cuadrado. Se pide su doble, `2 * rows`.",
    "hint_02.6_input": "Doblaste x, que entra en `up`. Se pide el doble de lo que sale de la tanh.",
    "hint_02.6_before": "Doblaste lo que entra en tanh. Se pide el doble de lo que sale.",
    "hint_02.6_kept": "La primera pérdida está bien y las siguientes no: aún están los gradientes "
    "del paso anterior. Llama a `optimizer.zero_grad()` antes del paseo.",
    "hint_02.6_unmoved": "Todas las pérdidas son iguales: nada se movió. Falta el paso, "
    "`optimizer.step()`.",
    "hint_02.6_after": "Doblaste los resultados, con el sesgo de `down`. Dobla las filas que "
    "entran en `down`.",
    "hint_02.7_again": "El estado sigue trayendo el grafo del trozo anterior, que ya se liberó. "
    "Pasa al siguiente un estado sin historia.",
    "hint_02.7_history": "Nada lleva de la pérdida a la celda: cortaste antes de la pérdida. Corta "
    "entre un trozo y el siguiente.",
    "hint_02.7_tensors": "Las pérdidas llegaron como tensores, cada una con su grafo. Guarda los "
    "números: `loss.item()`.",
    "hint_02.7_early": "Faltan trozos. ¿Está el `return` dentro del bucle?",
    "hint_02.7_kept": "Bien hasta el paso del segundo trozo: ahí los gradientes del primero siguen "
    "en la suma. Bórralos en cada trozo.",
    "hint_02.7_retained": "`retain_graph=True` calla el error, y cada pérdida vuelve por todos los "
    "trozos anteriores. Memoria y tiempo crecen con cada trozo; corta el estado en su lugar.",
    "hint_02.7_retained_kept": "`retain_graph=True` calla el error: cada pérdida vuelve por todos "
    "los trozos anteriores. Y los gradientes se acumulan. Corta el estado y borra.",
    "hint_02.7_restarted": "Cada trozo empieza con el primer estado. Solo sobra la historia: los "
    "números del estado se quedan.",
    "hint_02.7_unmoved": "La celda no aprende: los gradientes se borran entre el recorrido y el "
    "paso. Bórralos antes del recorrido.",
    "hint_02.7_once": "Un solo paso al final. Se pide uno después de cada trozo.",
    "hint_02.8_history": "La pérdida no tiene historia: nada del alumno, o de las capas, se "
    "grabó por el camino.",
    "hint_02.8_cut": "Sigue cortado: `up` no recibe gradiente. Solo la media tiene que ser una "
    "constante; las filas conservan su historia.",
    "hint_02.8_through": "Ahora no se corta nada: el gradiente pasa también por la media, que "
    "tenía que ser una constante.",
    "hint_02.8_wrong_side": "Cortaste las filas y dejaste la media. Es al revés.",
    "hint_02.8_uncentred": "Ya no se resta la media.",
    "hint_02.8_mean": "Esa es la media de todos los números. Se pide una por columna: `mean(0)`.",
    "hint_02.8_teacher": "El alumno aprende, pero el maestro también acumula gradientes. Su camino "
    "de ida se queda bajo `no_grad`.",
    "hint_02.8_forced": "Se fue el error, y el alumno no aprende nada: `requires_grad_` convierte "
    "la pérdida en una hoja, sin historia detrás.",
    "hint_02.8_student": "El que no se graba es el alumno, y el que sí, el maestro. Bajo "
    "`no_grad` va solo el maestro.",
}
