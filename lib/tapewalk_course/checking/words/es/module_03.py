"""Las pistas del módulo 03, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_03.1_sign": "El signo: delante de la media hay un menos. Si sube la log-probabilidad de "
    "la letra correcta, baja la pérdida.",
    "hint_03.1_sum": "Ese es el gradiente de una suma. La pérdida es una media de n filas, así "
    "que cada fila cuenta 1/n.",
    "hint_03.1_whole_columns": "`[:, Y]` toma columnas enteras. De cada fila se tomó un solo "
    "número: empareja las filas con sus letras, `[np.arange(n), Y]`.",
    "hint_03.1_everywhere": "Todas las entradas recibieron algo. La pérdida nunca miró las que no "
    "se tomaron: reciben 0.",
    "hint_03.1_entries": "Dividiste entre el número de todas las entradas. En la media entra un "
    "número de cada fila: n en total.",
    "hint_03.1_letters": "Dividiste entre el número de letras. La media es de las filas: n en "
    "total.",
    "hint_03.1_less_one": "Dividiste entre n - 1. Eso es propio de una varianza; una media se "
    "divide entre n.",
    "hint_03.1_only_picked": "Esos son solo los gradientes de las entradas tomadas. Las demás "
    "también tienen uno, que es 0: el resultado tiene la forma de `logprobs`.",
    "hint_03.1_probs": "Es un paso de más: dividiste entre las probabilidades, que es el camino "
    "de vuelta por el logaritmo. Se pide el gradiente de las log-probabilidades.",
    "hint_03.2_keepdims": "Las formas no encajan: lo que es de toda una fila tiene la forma (n, "
    "1). Una suma la conserva con `keepdims=True`; sin él sale (n,), que junto a (n, 1) se "
    "convierte en (n, n), como un producto con `@`.",
    "hint_03.2_one_path": "Este es el camino directo por el producto. Pero `counts` entró también "
    "en la suma: añade lo que vuelve de allí.",
    "hint_03.2_sum_only": "Este es solo el camino por la suma. `counts` es también un factor del "
    "producto: le toca `counts_sum_inv * dprobs`. ¿Lo sobrescribiste?",
    "hint_03.2_multiplied": "Multiplicaste las dos contribuciones. A lo largo de un camino los "
    "gradientes se multiplican; estos son dos caminos, y donde se juntan se suman.",
    "hint_03.2_sign": "El signo del camino por la suma: la pendiente de 1 / s es -1 / s².",
    "hint_03.2_power": "La potencia en la pendiente de 1 / s: es -1 / s², con el cuadrado de la "
    "suma.",
    "hint_03.2_axis": "Sumaste por el eje 0, el de los ejemplos. `counts_sum_inv` se estiró a lo "
    "largo de su fila, así que su gradiente es una suma de la fila, por el eje 1.",
    "hint_03.2_unsummed": "`counts_sum_inv` tiene un número por fila, que se usa en toda ella. Su "
    "gradiente es la suma de esos usos: (n, 1).",
    "hint_03.3_sum": "La pérdida es una media de los n ejemplos: divide entre n.",
    "hint_03.3_softmax_only": "Esas son las probabilidades divididas entre n. Antes hay que "
    "restar 1 en la letra correcta de cada fila.",
    "hint_03.3_sign": "El signo: un gradiente apunta cuesta arriba. Si sube la puntuación de la "
    "letra correcta, baja la pérdida: ahí el gradiente es negativo.",
    "hint_03.3_whole_columns": "`[:, Y]` resta 1 en columnas enteras. Cada fila tiene una sola "
    "letra correcta: `[np.arange(n), Y]`, o filas de `np.eye`.",
    "hint_03.3_half": "Solo se divide entre n lo que restas, y no las probabilidades. La media "
    "divide las dos cosas: ¿faltan paréntesis?",
    "hint_03.3_entries": "Dividiste entre el número de todas las puntuaciones. La media es de los "
    "n ejemplos.",
    "hint_03.3_letters": "Dividiste entre el número de letras. La media es de los ejemplos: n en "
    "total.",
    "hint_03.3_softmax": "Esas son solo las probabilidades. Resta 1 en la letra correcta de cada "
    "fila y después divide entre n.",
    "hint_03.3_everywhere": "Restaste 1 a todas las probabilidades. Solo se le resta a la letra "
    "correcta de cada fila: `[np.arange(n), Y]`.",
    "hint_03.3_columns": "Suman uno tus columnas, no tus filas. Softmax va por las letras de cada "
    "ejemplo: eje 1.",
    "hint_03.3_scores": "Restaste one-hot a las puntuaciones. Conviértelas antes en "
    "probabilidades.",
    "hint_03.3_one_maximum": "Bien mientras las filas se parezcan. Restaste a todas el mismo "
    "número, y una fila muy por debajo queda en ceros: toma el máximo de cada fila, `max(1, "
    "keepdims=True)`.",
    "hint_03.3_overflow": "Bien con puntuaciones pequeñas. exp(1000) no cabe en un número de coma "
    "flotante: resta antes el máximo de cada fila, que no cambia ninguna probabilidad.",
    "hint_03.5_overwrites": "Cada fila que llega se escribe encima de la anterior: eso hace "
    "`dC[Xb] = demb`, y también `dC[Xb] += demb`, que lee antes de escribir. `np.add.at` las suma "
    "una a una.",
    "hint_03.5_mean": "Dividiste entre las veces que se consultó cada fila. Cada uso aporta su "
    "parte: una suma, no una media.",
    "hint_03.5_looked_up": "Faltan las filas que nadie consultó. También tienen gradiente, 0: el "
    "resultado tiene una fila por cada letra de la tabla.",
    "hint_03.5_first_place": "En tu suma solo cuenta el primer lugar de cada contexto. Se "
    "consultaron los tres.",
    "hint_03.5_last_place": "En tu suma solo cuenta el último lugar de cada contexto. ¿Se "
    "sobrescribió algo, o quedó fuera del bucle?",
    "hint_03.5_summed_first": "Sumaste primero los lugares de un contexto y diste el total a cada "
    "una de sus letras. Cada lugar da su fila a su letra.",
    "hint_03.5_uses": "Contaste cuántas veces se consultó cada fila. Lo que se suma es lo que "
    "llegó: las filas de `demb`.",
    "hint_03.5_transposed": "El resultado está traspuesto: una fila por letra, una columna por "
    "cada uno de sus números.",
    "hint_03.5_bounds": "Un índice se sale de un arreglo: ¿cuántas filas le diste a `dC`? La "
    "tabla tiene `letters`, se consulten las que se consulten.",
    "hint_03.6_straight": "Este es el camino directo, como si la varianza fuera una constante. "
    "`bndiff` también entra en ella.",
    "hint_03.6_variance_only": "Este es solo el camino por la varianza. También le toca el "
    "directo, `bnvar_inv * dbnraw`: suma los dos.",
    "hint_03.6_n": "Casi: hacia atrás dividiste entre n, y hacia delante la varianza se "
    "dividió entre n - 1. El gradiente lleva el factor que lleva la línea.",
    "hint_03.6_two": "La pendiente de un cuadrado es el doble del número: en el camino por la "
    "varianza falta un factor 2.",
    "hint_03.6_sign": "El signo del camino por la varianza: cuanto mayor es la varianza, menor es "
    "su raíz inversa, así que hay un menos.",
    "hint_03.6_power": "La potencia en la pendiente de la raíz inversa. La de v ** -0.5 es -0.5 * "
    "v ** -1.5.",
    "hint_03.6_unsummed": "`bnvar_inv` tiene un número por columna, que usan todas las filas. Su "
    "gradiente es la suma de esos usos, por el eje 0.",
    "hint_03.6_eps": "Bien, salvo donde la varianza es pequeña. A la ida se le sumó 1e-5, así que "
    "la pendiente se toma también ahí: `(bnvar + 1e-5) ** -1.5`.",
    "hint_03.6_mean": "Es un paso de más: volviste también por la media. Se pide el gradiente de "
    "`bndiff`.",
    "hint_03.7_bessel": "Esa es la línea de la lección, donde la varianza se divide entre n - 1. "
    "Aquí se divide entre n, así que un factor desaparece.",
    "hint_03.7_single": "El primer término del paréntesis es n veces demasiado pequeño frente a "
    "los otros dos: es `n * dhpreact`, o bien toma medias en lugar de las dos sumas.",
    "hint_03.7_less": "Dividiste entre n - 1. Esta varianza se divide entre n, y así también la "
    "vuelta.",
    "hint_03.7_apart": "El último término va a lo largo de `bnraw`, lo normalizado; tomaste "
    "`bndiff`, que solo está centrado.",
    "hint_03.7_uphill": "Todo `dhprebn` tiene el signo contrario.",
    "hint_03.7_straight": "`dhpreact` pasó sin cambios, como si nada se hubiera normalizado. "
    "Vuelve por la ganancia y después por los cuatro pasos anteriores.",
    "hint_03.7_mean": "Un gradiente de la ganancia o del sesgo es en el tuyo una media. Cada uno "
    "sirve a todas las filas, y los usos se suman: toma la suma.",
    "hint_03.7_no_mean": "Falta el camino por la media: resta `dhpreact.sum(0)`.",
    "hint_03.7_no_variance": "Falta el camino por la varianza: hay que quitar lo que apunta en la "
    "dirección de `bnraw`.",
    "hint_03.7_constants": "Tomaste la media y la varianza por constantes. Se hacen con las "
    "mismas filas: faltan dos términos en el paréntesis.",
    "hint_03.7_sign": "El signo del último término: lo que apunta en la dirección de `bnraw` se "
    "quita, no se añade.",
    "hint_03.7_undivided": "Falta dividir entre n: cada término del paréntesis es n veces "
    "demasiado grande.",
    "hint_03.7_no_gain": "Falta la ganancia: es un factor entre `bnraw` y `hpreact`, así que "
    "también lo es hacia atrás.",
    "hint_03.7_no_root": "Falta `bnvar_inv`: estira las filas hacia delante, así que también a la "
    "vuelta.",
    "hint_03.7_rows": "Los números son correctos. Pero ganancia y sesgo tienen la forma (1, "
    "ancho), y sus gradientes también: `keepdims=True`.",
    "hint_03.7_gain_unsummed": "Una misma ganancia sirve a todas las filas, así que su gradiente "
    "es la suma de lo que da cada una.",
    "hint_03.7_bias_unsummed": "Un solo sesgo sirve a todas las filas, así que su gradiente es la "
    "suma de lo que da cada una.",
    "hint_03.7_gain_input": "La ganancia multiplica `bnraw`, lo ya normalizado, y no `hprebn`.",
    "hint_03.7_swapped": "Los gradientes de la ganancia y del sesgo están cada uno en el lugar "
    "del otro.",
    "hint_03.7_eps": "Bien, salvo donde la varianza es pequeña, o 0: falta 1e-5 dentro de la raíz. "
    "La `bnvar_inv` de arriba lo lleva.",
    "hint_03.8_unmoved": "Los parámetros no se han movido. `W1 = W1 - …` da un nombre a un "
    "arreglo nuevo, y el diccionario conserva el antiguo: escribe en `parameters[name]`.",
    "hint_03.8_one_moved": "Se movió `C`, y los otros seis no. ¿Está el `return` dentro del bucle?",
    "hint_03.8_table_unmoved": "Seis parámetros se mueven; la tabla, no. Lo que vuelve a `embcat` "
    "sigue hasta `C`: `rows_backward`.",
    "hint_03.8_uphill": "Tus pérdidas suben de paso en paso: la tasa por el gradiente se resta, "
    "no se suma.",
    "hint_03.8_rate_ignored": "Cada paso mide un gradiente entero, sea cual sea la tasa: "
    "multiplica por `rate`.",
    "hint_03.8_summed": "Tus pasos son n veces demasiado largos: la pérdida es una media, y la "
    "división entre n entra con `dlogits`.",
    "hint_03.8_overwrites": "Todo bien menos la tabla: de las filas que se consultaron más de una "
    "vez solo cuenta un uso. Se suman, como en 03.5.",
    "hint_03.8_skipped": "Te saltaste la normalización por lotes: lo que llega a `hpreact` no es "
    "aún lo que llega a `hprebn`.",
    "hint_03.8_constants": "Al volver por la normalización por lotes tomaste la media y la "
    "varianza por constantes. Usa 03.7.",
    "hint_03.8_early": "`W1` se movió antes de que el camino de vuelta la usara: `embcat` recibió "
    "un producto con los pesos nuevos. Primero todos los gradientes, después el paso.",
    "hint_03.8_loss_after": "Esa es la pérdida después del paso. Se pide aquella con la que se "
    "calculó el paso.",
}
