import type { Articles } from '../articles.ts'

export const watchingEs = {
  alarms: {
    title: 'Configurar alarmas',
    lead: 'Reciba un correo, o corte los datos, antes de que una SIM consuma de más.',
    body: `
      Una alarma vigila los datos que usa **cada SIM** de una empresa en su ciclo, en un plan o en todos, en un [grupo](/help/groups) o en todos. No suma las SIMs entre sí.

      **Exportar** descarga las alarmas filtradas, con las SIMs que cada una incluye y las que están en su límite.

      ## Crear una
      1. **Nueva alarma**: elija empresa, plan, grupo si su empresa los tiene, y límite. Se escribe en MB; también vale 5 GB. **Usar** toma los datos del plan.
      2. Decida si al llegar al límite solo notifica o también **corta los datos**.
      3. Agregue de 1 a 10 E-mails.
      4. Si quiere, póngale un nombre, como Flota RM; encabeza listas, correos y notificaciones, y por él se la busca.
      5. A un lado ve cuántas SIMs se habrían notificado en los últimos tres ciclos. Si al guardar ya hay SIMs sobre el límite, se lo dice antes.

      ## Qué pasa después
      - Al acercarse al límite (80 %, si el operador no fijó otro) sale un aviso; en el límite, otro. Los correos se juntan: como máximo uno cada 15 minutos, con todas las SIMs.
      - Se dispara una vez por SIM y ciclo, segundos después de que el consumo se informa.
      - Si corta, la SIM queda **Desactivada por alarma**: sin datos, con SMS y voz.

      ## Las de un grupo
      Vigilan también los grupos que tiene dentro. Siguen a sus SIMs: la que llega queda vigilada, con lo que ya usó en el ciclo; la que sale queda libre, y si la alarma le había cortado los datos, vuelven. La página de una SIM dice qué alarmas la vigilan y por qué: por su empresa, su plan o su grupo.

      ## Cuándo vuelven los datos
      Con el próximo ciclo, al subir el límite, al salir del grupo de la alarma, al desactivar o eliminar la alarma, o cuando un usuario los restablece en [SIMs notificadas](/help/notices). Si otra alarma también la tiene cortada, sigue cortada.

      El consumo que llega tarde, de un ciclo ya cerrado, se cobra pero no dispara alarmas.
    `,
  },
  notices: {
    title: 'SIMs notificadas',
    lead: 'SIMs que se acercaron a un límite o lo alcanzaron, y la acción tomada.',
    body: `
      Cada fila dice cuándo, qué alarma, qué SIM, cuánto usó y de cuánto, el estado del correo y si sus datos están cortados. La lista se actualiza sola.

      ## Filtrar
      Por empresa, alarma, avisos o límites, acción, días e ICC. Puede exportar lo filtrado.

      ## Restablecer los datos
      Donde los datos están cortados, **Restablecer** los devuelve en cuanto la red lo confirma. Esa alarma no volverá a notificar ni a cortar los datos de esa SIM en este ciclo; lo que use desde entonces se cobra. Si otra alarma también la cortó, sigue sin datos hasta que se resuelva esa.

      Una alarma eliminada deja aquí lo que notificó.
    `,
  },
  anomalies: {
    title: 'Fuera de lo común',
    lead: 'Lo que hace una SIM, un lote o un modelo y no hacen los demás, con el motivo y la cifra.',
    body: `
      Nadie tiene que poner un límite. Cada hora el portal compara lo que hizo cada SIM activa con las SIMs de la misma empresa en el **mismo dispositivo**, a la misma hora del mismo día de la semana en las últimas cuatro semanas. Lo que se aparta mucho aparece en la lista.

      ## Qué aparece
      - **Datos**: una SIM usó al menos diez veces lo habitual entre las de su dispositivo, más de 1 MB, y cuatro veces su máximo anterior en una hora. La que siempre usa mucho no aparece.
      - **Sesiones**: una SIM inició muchísimas más sesiones que las de su dispositivo, y que antes: suele ser un equipo que se reinicia o no logra conectarse.
      - **Mensajes**: una SIM tuvo al menos diez SMS en la hora, diez veces lo habitual entre las de su dispositivo y tres veces su máximo anterior.
      - **Silencio de un lote**: SIMs que siempre se comunican a esa hora no dicen nada, muchas más de lo habitual. **Ver SIMs** muestra cuáles.
      - **Todo un modelo**: el dispositivo entero, o muchas de sus SIMs a la vez, se aparta de otras semanas: por ejemplo, una actualización de firmware.

      Las horas seguidas son un solo hallazgo, con las cifras de la hora más fuerte. Un hallazgo de hoy está también en el dashboard, y todos se guardan 90 días.

      ## Qué hace falta
      - El dispositivo escrito igual en las SIMs: es el campo **Dispositivo**, que se puede editar o importar. Hacen falta 20 SIMs activas con el mismo.
      - Tres semanas de consumo por hora. De una SIM que lleva menos de dos semanas activa no se dice nada.
      - Cada hora se compara unos 20 minutos después de que termina. El consumo que llega más tarde ya no la cambia.

      Un feriado puede aparecer como silencio de un lote: es distinto de otras semanas. Lo que se repite tres semanas pasa a ser lo esperado.

      ## Filtrar y exportar
      Por tipo, dispositivo, empresa, días e ICC. **Exportar** descarga lo filtrado. **Nueva regla** abre una [regla](/help/rules) que notifica o actúa cuando aparece un hallazgo nuevo.
    `,
  },
  rules: {
    title: 'Reglas',
    lead: 'Cuando pasa algo en una SIM, una regla notifica o actúa, y muestra antes qué habría hecho.',
    body: `
      Una [alarma](/help/alarms) tiene un límite de datos en un ciclo. Una regla es para lo demás: **cuando** se informa algo de una SIM, **si** es una de las SIMs y horas que le interesan, **entonces** se hace algo. El operador y cada empresa tienen las suyas, hasta 50.

      ## Cuando
      - **Consumo de datos**: los datos de un día o del ciclo llegan a una cifra. Los datos cuentan el día del informe que los trae.
      - **SMS** y **Minutos de voz**: los de un día o del ciclo llegan a una cifra. Los SMS cuentan en ambos sentidos, por partes, como se cobran.
      - **Datos fuera de lo habitual**, **SMS fuera de lo habitual** y **Voz fuera de lo habitual**: un día con más de tantas veces el día habitual de la SIM: la mediana de sus últimos 30 días con ese consumo. Hace falta una semana.
      - **Silencio**: una SIM que se comunicó en el último mes no informa nada durante tantas horas.
      - **Primera conexión**: empieza la primera sesión de datos de la SIM en su empresa.
      - **Muchas sesiones**: más de tantas sesiones de datos empiezan en una hora.
      - **Otro dispositivo**: una sesión empieza con otro IMEI que la anterior.
      - **País o red**: una sesión empieza en uno de los que elija, o fuera de todos.
      - **Fin de la permanencia mínima**: la que una SIM acordó con su plan termina en tantos días o menos. Una vez por permanencia.
      - **Costo de una SIM**: lo que lleva en el ciclo, en la moneda de la empresa y sin impuestos. Lo que su pool gasta de más no es de ella.
      - **Consumo de un pool**: las SIMs de un plan usaron tal porcentaje de su pool.
      - **Costo de la empresa**: el estimado del ciclo completo, como en [Cobros](/help/charges).
      - **SIM fuera de lo común**: una SIM usa muchos más datos, inicia muchas más sesiones o tiene muchos más SMS que las de su mismo dispositivo, y que ella misma antes: los hallazgos de [Fuera de lo común](/help/anomalies) sobre una SIM.
      - **Modelo fuera de lo común**: los hallazgos sobre un modelo de dispositivo: un lote en silencio, o el modelo entero usa mucho más que otras semanas.

      Lo del dinero, los pools y la permanencia no llega en un informe: se mira cada 5 minutos, y el costo de las SIMs cada 15; el estimado de la empresa se renueva cada hora. Se cumple una vez por ciclo. Una regla sobre un pool, la empresa o un modelo solo notifica. Lo que es fuera de lo común se sabe unos 20 minutos después de cada hora, y se cumple una vez por hallazgo, aunque dure muchas horas; si la regla no puede actuar todavía, por sus horas, actúa con la primera hora en que puede y el hallazgo sigue.

      ## Si, y entonces
      Plan, grupo, estado y tags son los que tiene la SIM en ese momento. Los días y las horas son los de la empresa: fuera de ellos la regla no hace nada, y actúa con el próximo informe si todavía es así. La campana y el webhook **rule.fired** avisan siempre; agregue correos, un chat, un tag o una operación: hibernar, reactivar, reiniciar, cortar los datos, restablecerlos, cambiar de plan o enviarle un SMS, que se cobra como cualquier otro. Una regla no hace más de lo que puede quien la guardó por última vez, según sus permisos de ahora.

      El **chat** es la URL de un webhook entrante de Slack, Teams, Mattermost u otro que acepte lo mismo. Recibe lo que dicen los correos, y cuando ellos. La URL se guarda cifrada y no se vuelve a mostrar completa. Si el chat no responde se reintenta por un día; tras cinco días sin éxito, o si ya no existe, se desactiva hasta que guarde la regla de nuevo.

      Los datos que corta una regla quedan cortados hasta que una persona u otra regla los restablezca, también en el próximo ciclo; para cortarlos solo hasta que termine el ciclo están las [alarmas](/help/alarms). Si varias alarmas, vínculos y reglas cortan la misma SIM, recupera los datos cuando ninguna la retiene. **Restablecer los datos**, en el menú de la SIM, la suelta de todas, y la regla vuelve a actuar cuando ocurra de nuevo.

      **Preguntar antes** deja la operación en espera: la campana, los correos y el dashboard lo dicen, y en **Historial** se confirma o descarta SIM por SIM, o todas las de la regla. Vale la primera respuesta. Quien confirma necesita los permisos de esa operación. Si la regla cambia o se elimina, lo que preguntó queda sin efecto.

      Con **Si nadie la marca como vista** la regla notifica por correo a otros cuando pasa ese tiempo y ninguna persona respondió ni la marcó como vista.

      Se cumple una vez por caso: una por día o ciclo, una por silencio. **La misma SIM, a lo más una vez en estas horas** la hace menos frecuente. Los correos se agrupan: el primero sale enseguida, y los de los 15 minutos siguientes, o de la hora o el día que elija, juntos al final. Esperan en las horas en que no quiere recibirlos.

      ## Probada antes de guardarla
      **Probar la regla** la corre sobre lo registrado en los últimos tres ciclos y en este, tal como va a correr: cuántas SIMs, cuántas veces y las últimas, con fecha y cifra. Usa las SIMs como están ahora. Si son demasiadas para probarlas en unos segundos, dice cuántas alcanzó. Si otra regla hace lo contrario, también lo dice.

      De los costos de una SIM sabe el día y no la hora. De los pools y de la empresa sabe lo que dice cada factura, y no qué día se llegó; de un ciclo sin factura dice «sin datos». De lo que es fuera de lo común usa los hallazgos de los últimos 90 días.

      Una regla actúa con lo que se informe desde que se guarda. Lo que ya ocurre, como una SIM que hoy pasó la cifra, no la cumple.

      ## Desactivar, detener, ver
      El interruptor desactiva una regla y la vuelve a activar; **Detener todas** detiene a la vez todas las de una empresa. Lo que se informe mientras tanto no se recupera. **Historial** muestra cada vez con su operación, o qué pasó con su corte. En las [operaciones](/help/operations), en el historial de la SIM y en la [auditoría](/help/audit) el autor se llama, por ejemplo, «rule 7».
    `,
  },
  'sms-report': {
    title: 'Reporte de SMS',
    lead: 'SMS enviados y recibidos por sus SIMs, con su estado de entrega.',
    body: `
      ## Qué dice cada fila
      - **Resultado**: En cola, Enviado, En espera (del dispositivo), Entregado, No enviado (con su causa), Vencido, Sin confirmar, Cancelado o Recibido.
      - **Plataforma**: si salió del portal, de la API o de una regla; Dispositivo, si lo escribió la SIM.
      - **Usuario** y **fecha**, y el número de segmentos.

      **Sin confirmar** quiere decir que no llegó la confirmación de la entrega. El portal no lo da por entregado.

      ## Filtrar y descargar
      Por resultado, plataforma, los suyos o los de todos, días e ICC. **Exportar** descarga todo lo filtrado, no solo lo visible.

      Uno no enviado o vencido se envía otra vez con **Reenviar**, en su fila, con el mismo texto o con otro. Para enviar uno nuevo, vaya a la [SIM](/help/sim-actions) o haga una [operación masiva](/help/operations).
    `,
  },
} satisfies Partial<Articles>
