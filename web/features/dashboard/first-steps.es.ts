/** What a new customer is asked to do first. */
export const firstStepsEs = {
  title: 'Primeros pasos',
  colleague: 'Invite a un colega',
  colleagueText: 'Con un rol: operaciones, facturación o solo lectura',
  alarm: 'Cree la primera alarma',
  alarmText: 'Notifica o corta los datos antes del exceso',
  names: 'Dé nombre a los campos de sus SIMs',
  namesText: 'Por ejemplo, Patente y Base',
  integration: 'Conecte sus programas',
  integrationText: 'Con una clave de API o un webhook',
  secondFactor: 'Active la verificación en dos pasos',
  secondFactorText: 'En el menú de su nombre, Seguridad',
} as const
