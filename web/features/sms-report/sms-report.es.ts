export const smsReportEs = {
  title: 'Reporte de SMS',
  lead: 'SMS enviados y recibidos por sus SIMs, con su estado de entrega.',
  list: 'Mensajes',
  mine: 'Míos',
  parts_one: '{{count}} segmento',
  parts_other: '{{count}} segmentos',
  none: 'Todavía no hay mensajes',
  noneHint: 'Envíe un SMS desde una SIM o como operación masiva y vea aquí su entrega.',
  toSims: 'Ir a las SIMs',
} as const
