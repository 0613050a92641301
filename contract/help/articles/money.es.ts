import type { Articles } from '../articles.ts'

export const moneyEs = {
  charges: {
    title: 'Cobros',
    lead: 'Lo que se cobra por ciclo, hasta la SIM y el día que lo explican.',
    body: `
      ## La lista
      Un cobro por ciclo y cliente. Su estado:
      - **Abierto**: el ciclo corre y el total es un estimado.
      - **En cierre**: el ciclo terminó y se espera el consumo que llega tarde.
      - **Emitida**: factura con número; ya no cambia. **Vencida**, si pasó su fecha.
      - **Pagada**, o **Anulada** por una nota de crédito.

      Se filtra por estado, cliente y mes, y se exporta.

      Arriba está lo que queda por pagar: todo, lo vencido, lo próximo a vencer y el estimado de los ciclos abiertos, con el rango en el que probablemente terminarán.

      ## Por qué cambió
      Un cobro se compara con el del ciclo anterior: el **número de SIMs** al precio medio de antes, su **reparto entre planes**, **precio y días**, excesos, SMS y voz, hibernación y ajustes de ciclos anteriores. Juntos son exactamente la diferencia.

      ## Del total al detalle
      Abra un cobro: a la izquierda están los **conceptos** (plan, exceso de datos, SMS, voz, hibernación). Elija uno para ver sus SIMs, una SIM para ver su consumo por día, y un día para ver sus sesiones. Cada columna suma lo que dice la anterior.

      ## Cómo se calcula
      - Una SIM paga el precio de su plan en un ciclo si estuvo activa, o desactivada por alarma, en algún momento de él. Hibernada el ciclo entero, paga el cargo por hibernación de su plan.
      - Con [varios planes](/help/plan-changes) en el ciclo, cada uno cobra sus días: **Plan por días**.
      - El exceso sobre lo incluido se redondea hacia arriba una vez por SIM (o por pool) y ciclo.
      - El consumo que llega después del cierre va al ciclo siguiente, como ajuste.

      ## Descargar
      El **PDF** es el documento para leer; el **CSV** trae la línea de cada SIM. Un documento emitido se descarga siempre igual.

      Los administradores marcan una factura como pagada o la anulan con una nota de crédito. Ninguna de las dos se puede deshacer.
    `,
  },
  plans: {
    title: 'Mis planes',
    lead: 'Los planes que usan sus SIMs, qué incluyen y cuánto cuestan.',
    body: `
      Cada fila dice lo que incluye el plan (datos, SMS, voz), su precio, cuántas SIMs lo tienen y el total por ciclo: **SIMs activas por precio**. Los números de SIMs llevan a la lista ya filtrada.

      ## Detalle de un plan
      Ábralo para ver sus condiciones por SIM y ciclo: las vigentes, las anteriores y las próximas, con su fecha de inicio. Un cambio rige para cada empresa desde su primer ciclo que empiece ese día o después; los ciclos en curso no cambian.

      ## Pools
      En un plan compartido, las SIMs de una empresa usan los datos en común: lo incluido por las SIMs que se cobran. La tarjeta **Pools** muestra cuánto llevan, los más llenos primero.

      ## Optimizar planes
      **Optimizar planes** busca los planes más baratos para lo que sus SIMs consumieron: vea [Optimizar planes](/help/optimise).

      ## Catálogo de planes
      **Catálogo de planes** muestra los que se ofrecen, por origen, tipo y plan. Se piden en la [tienda](/help/store).

      Los administradores crean planes y programan condiciones nuevas desde un día futuro. También dicen si un plan tiene una permanencia mínima, en meses: rige para las SIMs que reciban el plan desde entonces y limita sus [cambios de plan](/help/plan-changes). Si la red de sus SIMs tiene perfiles, como las clases de velocidad de Soracom, eligen también el **perfil en la red**: una SIM que cambia al plan lo recibe a la vez, o conserva los dos si la red lo rechaza.
    `,
  },
  optimise: {
    title: 'Optimizar planes',
    lead: 'Qué planes saldrían más baratos para lo que sus SIMs consumieron, y el cambio con un botón.',
    body: `
      **Optimizar planes**, en [Mis planes](/help/plans), toma el consumo de los últimos ciclos completos de la empresa y busca para cada SIM el plan más barato: precio, exceso de datos, SMS y voz, hibernación y pools, con las reglas de la factura. Nunca propone algo más caro que lo que hay.

      ## Lo que usted pide
      - **Ciclos**: de cuántos ciclos se mira el consumo, hasta doce.
      - **Margen de seguridad**: una SIM que cambia de plan cuenta con ese tanto más de consumo. Así, un cambio se propone solo si conviene aunque consuma más.
      - **SIMs que cambian, como máximo**: se eligen las que más ahorran.
      - **Planes y SIMs que no entran**: planes a los que no pasa ninguna SIM, y SIMs que se quedan como están.

      Esas opciones están en **Opciones**; cuando ya hay un resultado, en **Calcular con otras opciones**.

      Solo se proponen planes en oferta, del mismo origen, tipo y moneda que los de la SIM. Una SIM de baja no cambia, ni una cuya permanencia mínima dura más allá del inicio del próximo ciclo. Si tiene un cambio programado para el próximo ciclo, cuenta con ese plan.

      El cálculo sigue en segundo plano, unos segundos o, con cientos de miles de SIMs, unos minutos: puede salir de la página. El último resultado de la empresa queda ahí por un mes, con lo que se pidió, cuándo y quién; uno nuevo toma su lugar.

      ## Los montos
      Los cuatro son por ciclo; debajo está el total de los ciclos que se miraron.
      - **Ahorro por ciclo**: lo que ahorra la propuesta completa. Cuando usted ya siguió una parte, **ahorro pendiente**: lo que ahorran los cambios que faltan, sin el exceso de los pools.
      - **Facturado**: lo que dicen las facturas de esos ciclos.
      - **Con los planes actuales**: el mismo consumo con las condiciones del próximo ciclo. Es distinto de lo facturado si los precios, los planes o las SIMs cambiaron, o si hubo ajustes de ciclos anteriores.
      - **Con los planes propuestos**, y a lo más cuánto, si las SIMs que cambian consumen más por el margen.

      ## Los cambios y cada plan
      **Cambios propuestos** tiene una línea por cada plan al que pasan SIMs, con el plan del que vienen y lo que ese cambio ahorra o agrega por ciclo: se abre y muestra cuáles. **Por plan** muestra cuánto usan las SIMs de los datos de su plan (las partes claras son planes que sobran; la roja, los que no alcanzan), y sus SIMs y su costo: lo de ahora y, después de la flecha, lo propuesto.

      El ahorro de una SIM va sin el exceso de los pools, que es de todas: una SIM que consume poco puede costar más en un pool y ahorrárselo a las demás. El ahorro por plan y en total lo incluye, y la última línea de **Cambios propuestos** dice cuánto es con todos los cambios.

      ## Hacerlo
      **Cambiar … SIMs** abre la [operación](/help/plan-changes) con esas SIMs y ese plan, desde el próximo ciclo. La vista previa muestra lo de siempre, y nada cambia hasta que usted confirma. Cambie todos los grupos de la propuesta: los pools están calculados con todos.

      ## Lo prometido y lo ahorrado
      **Prometido y ahorrado** tiene, por un año, cada cálculo cuya propuesta usted siguió. Cuando se factura el primer ciclo entero con los planes nuevos, muestra junto a lo prometido lo que se ahorró: lo que ese consumo habría costado con los planes anteriores, menos lo que costó, ambos con las reglas de la factura. Con otro consumo que el del cálculo puede ser más o menos, también un costo mayor, con signo menos. Si solo cambió una parte de las SIMs, dice cuántas; lo prometido sigue siendo por todas.

      Cada empresa tiene sus propios pools y se calcula por sí sola, un cálculo a la vez.
    `,
  },
  hardware: {
    title: 'Hardware y servicios',
    lead: 'Los equipos y servicios que van con sus SIMs.',
    body: `
      La lista tiene lo que se pidió y se entregó: producto y tipo, la SIM que lleva dentro, IMEI y sus dos campos. Arriba se lee cuántos equipos hay, cuántos con una SIM, y a cuántos les falta el IMEI.

      ## Editar
      El IMEI y los campos se cambian en la misma fila: púlselos, escriba y confirme con Enter; Esc lo deja como estaba. Un IMEI tiene 15 dígitos y su dígito verificador.

      ## Encontrar
      Busque por producto, IMEI, ICC o etiqueta, o filtre por empresa y tipo. **Sin IMEI** deja solo los equipos a los que les falta. **Exportar** descarga todo lo filtrado.

      **Pedir hardware** lleva a la [tienda](/help/store).
    `,
  },
  store: {
    title: 'Tienda y carrito',
    lead: 'Pedir SIMs nuevas y hardware.',
    body: `
      La tienda es una pestaña de **Solicitudes**.

      ## Armar la solicitud
      - **Nuevas SIMs**: elija origen, tipo y plan, y cuántas. El precio del plan se paga por cada SIM activa y mes.
      - **Hardware**: por categoría y marca, o buscando. Abra un producto para ver su imagen y su descripción completas.

      Lo que agrega queda en el **carrito**, que se guarda hasta que lo envíe, también si cierra la página. Cada persona tiene el suyo. Los totales van por moneda, y lo que se paga una vez, aparte de lo mensual.

      ## Enviar
      Escriba la dirección de entrega y, si quiere, un comentario. Al enviar, los precios quedan fijos. Si algo cambió de precio o ya no está disponible, el portal lo dice antes. Después se sigue en [Solicitudes](/help/requests).

      Los administradores agregan productos, cambian precios e imágenes y ordenan las categorías.
    `,
  },
  requests: {
    title: 'Solicitudes',
    lead: 'Siga una solicitud desde que se envía hasta que se entrega.',
    body: `
      ## Los pasos
      **Enviada** → **Aprobada** o **Rechazada** (con su motivo) → **En preparación** → **Despachada** → **Entregada** → **Cerrada**. El solicitante recibe un correo en cada paso de otros, y la puede **cancelar** mientras no esté aprobada.

      ## El detalle
      Muestra lo pedido con sus precios, la entrega con su número de seguimiento, quién hizo cada paso y cuándo, y las SIMs asignadas. Estas aparecen también en su [lista de SIMs](/help/sims), listas para usar y con el plan pedido. El hardware entregado pasa a [Hardware y servicios](/help/hardware). Una solicitud que terminó se puede **pedir de nuevo**: lo mismo queda en su carrito.

      **Cerrar solicitud** dice que todo llegó bien; la fecha de resolución es la de su último paso.

      ## Para administradores
      Apruebe o rechace, empiece a preparar y **asigne las SIMs**: de las existencias, con una lista de ICC o con un archivo. Si una línea tiene un error, no se asigna ninguna, y se dice cuál y por qué. No se despacha hasta que todas estén asignadas.
    `,
  },
} satisfies Partial<Articles>
