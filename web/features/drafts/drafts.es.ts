export const draftsEs = {
  title: 'Borradores que esperan su decisión',
  seeOf: 'Ver el borrador {{name}}',
  byUntil: '{{program}} · vence: {{at}}',
  by: 'Preparado por {{program}}.',
  lead: 'Nada ocurre hasta que usted lo confirme. Vence: {{at}}.',
  foreign: 'Motivo, en palabras del programa',
  discard: 'Descartar el borrador',
  failed: 'No se pudo cargar el borrador',
  confirmed: 'Lo confirmó {{person}}: {{at}}.',
  wasDiscarded: 'Lo descartó {{person}}: {{at}}.',
  expired: 'Venció: {{at}}. No se hizo nada.',
  refused: 'No se puede confirmar como está, y no se hizo nada:',
} as const
