"""Las pistas del módulo 01, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
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
}
