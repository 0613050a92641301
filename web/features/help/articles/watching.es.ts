import type { Articles } from '../article.ts'

export const watchingEs = {
  alarms: {
    title: 'Configurar alarmas',
    lead: 'Que el portal avise, o corte los datos, antes de que una SIM gaste de más.',
    body: `
      Una alarma mira los datos que usa **cada SIM** de una empresa en su ciclo, en un plan o en todos. No suma las SIMs entre sí.

      ## Crear una
      1. **Nueva alarma**: elija empresa, plan y límite. Se escribe en MB; también vale 5 GB.
      2. Agregue de 1 a 10 correos.
      3. Decida si al llegar al límite solo avisa o también **corta los datos**.
      4. A un lado ve cuántas SIMs habría notificado en los últimos tres ciclos. Si al guardar ya hay SIMs sobre el límite, se lo dice antes.

      ## Qué pasa después
      - Al acercarse al límite (80 %, si el operador no fijó otro) sale un aviso; en el límite, otro. Los correos se juntan: como máximo uno cada 15 minutos, con todas las SIMs.
      - Se dispara una vez por SIM y ciclo, segundos después de que el consumo se informa.
      - Si corta, la SIM queda **Desactivada por alarma**: sin datos, con SMS y voz.

      ## Cuándo vuelven los datos
      Con el próximo ciclo, al subir el límite, al apagar o eliminar la alarma, o cuando alguien los restablece en [SIMs notificadas](/help/notices). Si otra alarma también la tiene cortada, sigue cortada.

      El consumo que llega tarde, de un ciclo ya cerrado, se cobra pero no dispara alarmas.
    `,
  },
  notices: {
    title: 'SIMs notificadas',
    lead: 'Qué SIM se acercó a un límite o llegó a él, y qué se hizo.',
    body: `
      Cada fila dice cuándo, qué alarma, qué SIM, cuánto usó y de cuánto, si el correo salió y en qué están sus datos. La lista se actualiza sola.

      ## Filtrar
      Por empresa, alarma, avisos o límites, estado de los datos, días e ICC. Lo que dejan los filtros se puede exportar.

      ## Restablecer los datos
      Donde los datos están cortados, **Restablecer** los devuelve en cuanto la red lo confirma. Esa alarma no volverá a avisar ni a cortar por esa SIM hasta que termine el ciclo; lo que use desde entonces se cobra. Si otra alarma también la cortó, sigue sin datos hasta que se resuelva esa.

      Una alarma eliminada deja aquí lo que notificó.
    `,
  },
  'sms-report': {
    title: 'Reporte de SMS',
    lead: 'Todos los mensajes hacia sus SIMs y desde ellas, con lo que fue de cada uno.',
    body: `
      ## Qué dice cada fila
      - **Resultado**: En cola, Enviado, En espera del equipo, Entregado, No enviado (con su causa), Caducado, Sin confirmar, Cancelado o Recibido.
      - **Plataforma**: si salió del portal, de la API o de una regla; Equipo, si lo escribió la SIM.
      - **Usuario** y **fecha**, y en cuántas partes fue el mensaje.

      **Sin confirmar** quiere decir que no llegó la noticia de la entrega. El portal no lo da por entregado.

      ## Filtrar y descargar
      Por resultado, plataforma, los suyos o los de todos, días e ICC. **Exportar** descarga todo lo que dejan los filtros, no solo lo que está a la vista.

      Para enviar, vaya a la [SIM](/help/sim-actions) o haga una [operación masiva](/help/operations).
    `,
  },
} satisfies Partial<Articles>
