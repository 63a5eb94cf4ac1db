"""Las pistas del módulo 01, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_01.1_swapped": "Son las pendientes correctas en el orden equivocado: primero tanh, "
    "después la sigmoide.",
    "hint_01.1_tanh_result": "Eso es la propia tanh, no la rapidez con la que cambia.",
    "hint_01.1_tanh_operand": "Elevaste al cuadrado el operando x. La pendiente se hace con el "
    "resultado: eleva t = tanh(x).",
    "hint_01.1_tanh_square": "Eso es 1 - t. El resultado t entra al cuadrado.",
    "hint_01.1_tanh_sign": "El signo: tanh es más empinada en 0, con pendiente 1, y más plana en "
    "todo lo demás.",
    "hint_01.1_sigmoid_result": "Eso es la propia sigmoide, no la rapidez con la que cambia.",
    "hint_01.1_sigmoid_operand": "La fórmula s (1 - s) toma el resultado s, y le pusiste el "
    "operando x.",
    "hint_01.1_sigmoid_factor": "Falta un factor: la pendiente es s por (1 - s).",
    "hint_01.1_sigmoid_as_tanh": "1 - s ** 2 es la pendiente de tanh. La sigmoide tiene la suya.",
    "hint_01.1_tanh_root": "1 / cosh x es la raíz cuadrada de la pendiente. Elévalo al cuadrado: "
    "1 - t² es 1 / cosh² x.",
    "hint_01.1_sigmoid_mixed": "Uno de los dos factores lleva el operando. En s (1 - s) los dos "
    "salen del resultado.",
    "hint_01.1_sigmoid_sign": "El tamaño está bien y el signo no: la sigmoide sube en todas "
    "partes. Se juntan dos signos menos, el de la derivada de 1 / u y el de e⁻ˣ, y se anulan.",
    "hint_01.1_double": "Las dos pendientes salen el doble de grandes, o lo sale una. Un empujón "
    "de h a cada lado mueve x en 2h en total; y una función de x / 2 lleva un factor ½ en su "
    "pendiente.",
    "hint_01.1_tanh_twice": "Tu sigmoid_slope da la pendiente de tanh. La sigmoide tiene la suya.",
    "hint_01.1_sigmoid_twice": "Tu tanh_slope da la pendiente de la sigmoide. La tanh tiene la "
    "suya.",
    "hint_01.1_tanh_apart": "Eso es (1 - t) ** 2. Primero eleva t al cuadrado y después réstalo de "
    "1.",
    "hint_01.1_tanh_as_sigmoid": "t (1 - t) está hecha como la pendiente de la sigmoide. La de "
    "tanh es otra.",
    "hint_01.2_recursion": "La recursión baja una llamada más por cada nodo, y Python la detiene "
    "hacia las mil. Guarda en una lista lo que espera y repite hasta que se vacíe.",
    "hint_01.2_paths": "Este grafo tiene {nodes} nodos y millones de caminos. Recuerda qué nodos "
    "has visto y no vuelvas a salir de ellos.",
    "hint_01.2_twice": "Un nodo está más de una vez en tu lista: un valor que se usa dos veces "
    "sigue siendo un nodo. Recuerda a quién has visto.",
    "hint_01.2_root": "Falta la propia raíz: es el último nodo del orden.",
    "hint_01.2_leaves": "Faltan hojas. No tienen padres, pero sí un lugar en el orden: van "
    "primero.",
    "hint_01.2_early": "Un nodo está antes que uno de sus padres. Anótalo cuando todos sus padres "
    "estén anotados, no al encontrarlo: déjalo esperando un segundo encuentro.",
    "hint_01.2_reversed": "Este es el orden del camino de vuelta: la raíz primero. Se pide la "
    "cinta: los padres antes de lo que se obtuvo de ellos y la raíz al final.",
    "hint_01.2_equal": "Dos nodos con el mismo número siguen siendo dos. Recuerda los nodos "
    "mismos, no lo que contienen.",
    "hint_01.2_missing": "Faltan nodos. Sigue por todos los `.parents` y anota al final cada nodo.",
    "hint_01.3_recursion": "Aquí cada llamada espera a otra, a miles de profundidad, y Python se "
    "detiene hacia las mil. La lista ya trae el orden: basta un bucle sobre ella desde el final.",
    "hint_01.3_paths": "Este grafo tiene {nodes} nodos y millones de caminos, y tú los recorres "
    "todos. Que cada nodo envíe una vez, cuando le haya llegado todo: un bucle sobre el orden "
    "desde el final.",
    "hint_01.3_start": "Un KeyError: un nodo aún no tenía entrada cuando se le sumó algo. Da a "
    "todos 0.0 antes del recorrido.",
    "hint_01.3_missing": "Al diccionario le faltan nodos. Todos los del orden tienen entrada, "
    "también los intermedios y el último.",
    "hint_01.3_overwrites": "Un gradiente que había llegado fue sobrescrito por el siguiente. "
    "Donde se juntan dos caminos, los gradientes se suman: `+=`.",
    "hint_01.3_returned": "Solo recibió algo el primer padre del último nodo: un `return` dentro "
    "del bucle acaba el paseo en la primera vuelta. Muévelo a la izquierda, detrás de los dos "
    "bucles.",
    "hint_01.3_forward": "Solo el último nodo envió algo. ¿Caminaste de las hojas al final, donde "
    "aún no ha llegado nada cuando un nodo envía? Recorre el orden desde su final. ¿O hay un "
    "`return` dentro del bucle, que acaba el paseo en la primera vuelta?",
    "hint_01.3_seed": "Todo es 0. El recorrido necesita un comienzo: respecto de sí mismo, "
    "el último nodo cambia a razón de 1,0.",
    "hint_01.3_local_only": "Sumaste solo el gradiente local. Multiplícalo por lo que llegó al "
    "nodo: esa es la regla de la cadena.",
    "hint_01.3_arrived_only": "Pasaste lo que llegó sin multiplicarlo por el gradiente local.",
    "hint_01.3_sum": "Sumaste lo que llegó y el gradiente local. A lo largo de un camino las "
    "pendientes se multiplican; solo se suman donde se juntan caminos.",
    "hint_01.3_edges": "En a * a hay dos aristas hacia a, y cada una envía. Un conjunto o un "
    "diccionario de padres pierde una: recorre las dos tuplas con zip.",
    "hint_01.3_ones": "Todos los nodos empezaron con 1. Solo el último, que cambia consigo mismo "
    "a razón de 1; los demás empiezan con 0 y reciben lo que llega.",
    "hint_01.3_multiplied": "Donde se juntan caminos, multiplicaste. A lo largo de un camino las "
    "pendientes se multiplican; lo que llega por varios caminos se suma.",
    "hint_01.3_sent_away": "Las hojas están bien, y a los demás nodos no les queda nada. Lee su "
    "gradiente cuando envían y déjalo donde está: se pidieron todos los nodos del orden.",
    "hint_01.3_keys": "Las claves no son los nodos. Usa como claves los propios nodos, no sus "
    "nombres, números ni lugares: `grads[number]`.",
    "hint_01.3_wrong_end": "El 1.0 está en el primer número del orden. Le toca al último: se "
    "pregunta con qué rapidez cambia él.",
    "hint_01.3_unsent": "Solo el último nodo tiene gradiente: no se envió nada. ¿Tu bucle incluye "
    "el último nodo y suma en los padres?",
    "hint_01.4_unchanged": "El gradiente volvió tal como estaba. Donde un arreglo se repitió, su "
    "gradiente se suma.",
    "hint_01.4_mean": "Eso es la media. Un número que se usó n veces recibe las n contribuciones: "
    "su suma.",
    "hint_01.4_keepdims": "Los números son correctos, pero los ejes de longitud 1 han "
    "desaparecido. Consérvalos: `keepdims=True`.",
    "hint_01.4_first": "Tomaste la primera de las copias. Las demás también contribuyen: súmalas.",
    "hint_01.4_only_front": "Los ejes de delante están sumados; los de longitud 1 de la forma, "
    "no: a lo largo de ellos se estiró el arreglo.",
    "hint_01.4_only_stretched": "Los ejes de longitud 1 están sumados; los que la difusión puso "
    "delante, no.",
    "hint_01.4_first_axis": "Sumas siempre a lo largo del primer eje. Qué ejes se "
    "repitieron se deduce de las dos formas.",
    "hint_01.4_everything": "Sumaste todos los ejes. Solo entran en la suma aquellos a lo "
    "largo de los que se repitió el arreglo.",
    "hint_01.4_one_front": "De los ejes de delante, solo está sumado el primero. Puede haber "
    "varios.",
    "hint_01.4_one_stretched": "De los ejes de longitud 1, solo está sumado el primero. ¿Está el "
    "`return` dentro del bucle?",
    "hint_01.4_shifted": "Numeraste los ejes como en `shape`, pero mientras quedan ejes delante "
    "esos números son de otros. Suma primero los de delante.",
    "hint_01.5_swapped": "Los dos gradientes son correctos y están en el orden equivocado: "
    "primero el de X, después el de W.",
    "hint_01.5_factors": "Las longitudes interiores no encajan. Anota las formas de G, X y W: "
    "solo un producto de G con W tiene la forma de X, y solo uno de X con G la de W.",
    "hint_01.5_transposed": "El gradiente de W está traspuesto: con (n, k) para X y (n, m) para "
    "G tiene que ser (k, m). Intercambia los factores.",
    "hint_01.5_mean": "Dividiste entre el tamaño del lote. Si la pérdida es una media, ese factor "
    "ya está en G.",
    "hint_01.5_ones": "No usas G: enviaste lo que traería una G de unos. G es lo que llega.",
    "hint_01.5_front_mean": "Tomaste la media sobre los ejes de delante. W se usó una vez por "
    "cada uno, y los usos se suman: toma la suma.",
    "hint_01.5_unsummed": "Con ejes delante de X, W se usó una vez por cada uno: su gradiente es "
    "la suma. Tienes unbroadcast.",
    "hint_01.5_axes": "Funciona con dos ejes y no con tres. `.T` invierte todos: "
    "intercambia solo los dos últimos, `swapaxes(-1, -2)`, y suma el gradiente de W por los de "
    "delante. Si aplanas X, devuelve su gradiente a la forma de X.",
    "hint_01.5_one_front": "Funciona con un eje delante de los dos últimos, y no con dos. Suma el "
    "gradiente de W por todos los ejes de delante.",
    "hint_01.6_no_arriving": "Eso es solo el gradiente local. Multiplícalo por el gradiente que "
    "llega.",
    "hint_01.6_of_result": "Tomaste la sigmoide del resultado. La pendiente de softplus es la "
    "sigmoide del operando: guarda x.",
    "hint_01.6_result": "Multiplicaste por la propia softplus. Su pendiente es la sigmoide de x.",
    "hint_01.6_derived_again": "s (1 - s) es la pendiente de la sigmoide. La sigmoide ya es la "
    "pendiente de softplus.",
    "hint_01.6_mirrored": "El signo de x: tu pendiente baja donde softplus se empina.",
    "hint_01.6_no_slope": "Lo que llega pasa sin cambios, como si la pendiente fuera 1 en todas "
    "partes.",
    "hint_01.6_shared": "Dos nodos comparten lo que guardan, y el primero ve lo que guardó el "
    "segundo. Guárdalo con `self.save_for_backward(…)`, no en la clase ni en una global.",
    "hint_01.6_summed": "backward tiene que devolver un arreglo con la forma del operando, cada "
    "entrada por su cuenta: aquí no se suma nada.",
    "hint_01.6_nothing": "A x no llegó ningún gradiente: ¿qué devuelve tu backward?",
    "hint_01.6_clamped": "Bien con números pequeños. Con 1000 tu resultado se queda en un límite "
    "puesto a mano, y softplus sigue: ahí es casi x. np.logaddexp(0, x) no necesita límite.",
    "hint_01.6_overflow": "Correcto con números pequeños, no con 1000: exp(1000) es demasiado "
    "grande para un float. np.logaddexp(0, x) nunca lo calcula; para la "
    "pendiente, 1 / (1 + exp(-x)) sale bien.",
    "hint_01.6_no_result": "forward devolvió None, o un arreglo que lo contiene: ¿hay un `return` "
    "al final?",
    "hint_01.6_unsaved": "`saved_tensors` está vacía: llama a `self.save_for_backward(…)` en "
    "forward.",
    "hint_01.6_unpacked": "`self.saved_tensors` es una tupla, aunque tenga un solo arreglo: sácalo "
    "con `(x,) = self.saved_tensors`. Y devuelve el gradiente como arreglo, no en una lista.",
    "hint_01.7_unrecorded": "La pérdida no tiene historia: su camino de ida no se grabó, y nada "
    "lleva de vuelta. Llama a `loss_of()` y a `backward()` fuera de `no_grad`; dentro va solo el "
    "paso.",
    "hint_01.7_recorded": "El propio paso quedó grabado. Dalo dentro de `with no_grad():`.",
    "hint_01.7_no_loss": "El paso tiene que devolver la pérdida, como número: `loss.item()`.",
    "hint_01.7_tensor": "La pérdida llegó como tensor, con su grafo. Devuelve el número: "
    "`loss.item()`.",
    "hint_01.7_unmoved": "Los parámetros no se han movido. `p = p - …` crea otro tensor y deja el "
    "antiguo como estaba: escribe en él, `p -= …`. ¿O borraste los gradientes antes del paso?",
    "hint_01.7_uphill": "La pérdida crece: vas a favor del gradiente, que apunta cuesta arriba.",
    "hint_01.7_kept": "Los gradientes del paso anterior siguen ahí y se suman a los nuevos. "
    "Bórralos antes de `backward()`.",
    "hint_01.7_cleared_late": "Borras después del paso: así el primero encuentra lo que dejó un "
    "recorrido anterior. Borra antes de `backward()`.",
    "hint_01.7_one_moved": "Solo se movió el primer parámetro. ¿Está el `return` dentro del bucle?",
    "hint_01.7_loss_after": "Esa es la pérdida después del paso. Se pide aquella con la que se "
    "calculó el paso, que no cuesta nada más.",
    "hint_01.7_rate_ignored": "Los pasos miden lo que el gradiente: multiplica por la tasa.",
    "hint_01.7_doubled": "El paso llega el doble de lejos. Los gradientes se suman: ¿se ejecuta "
    "backward dos veces antes del paso?",
    "hint_01.7_divided": "Cuanto menor la tasa, más largo tu paso: divides el gradiente entre "
    "ella. Multiplica.",
    "hint_01.7_no_gradient": "Algo es None donde debería haber un arreglo. Antes del primer "
    "`backward()`, `.grad` es None, y también después de borrarlo: borra con `p.grad = None`, "
    "luego recorre hacia atrás y da el paso al final.",
    "hint_01.8_recursion": "La recursión acaba hacia los mil números. Usa el orden de 01.2, que "
    "no la necesita.",
    "hint_01.8_paths": "Pocos números, pero millones de caminos: visita cada número una vez, en "
    "el orden de 01.2.",
    "hint_01.8_forward": "El camino de ida ya está mal: mira `.data` del último número.",
    "hint_01.8_overwrites": "Un gradiente fue sobrescrito por el siguiente que llegó: `+=`.",
    "hint_01.8_seed": "Todos los gradientes son 0: el número sobre el que se llama a backward() "
    "empieza con 1.0. ¿Y se escribe en `.grad` lo que halla el recorrido?",
    "hint_01.8_edges": "En a * a solo se recorrió una de las dos aristas. Guarda los padres en "
    "una tupla, no en un conjunto.",
    "hint_01.8_mul": "Un producto envía a cada factor el otro factor. Tú enviaste a cada uno el "
    "mismo.",
    "hint_01.8_tanh_operand": "La pendiente de tanh usa el resultado: 1 - t ** 2, con t y no con "
    "x.",
    "hint_01.8_tanh_square": "La pendiente de tanh es 1 - t ** 2: falta el cuadrado.",
    "hint_01.8_hasty": "Un número envió antes de que le llegara todo. Recorre el orden de 01.2 "
    "desde su final.",
    "hint_01.8_kept": "En el segundo recorrido los números intermedios aún tenían los gradientes "
    "del primero y los enviaron otra vez. Empiezan cada recorrido en 0; solo las hojas guardan.",
    "hint_01.8_cleared": "Tras dos recorridos las hojas tienen uno: también las borras. Las hojas "
    "suman, y solo las borra su dueño.",
    "hint_01.8_leaves_only": "Solo las hojas tienen su gradiente. Los números intermedios también "
    "reciben el suyo.",
    "hint_01.8_piled": "Después de dos recorridos todos los gradientes están duplicados. Solo se "
    "acumulan los de las hojas: los números intermedios empiezan cada recorrido en 0.",
}
