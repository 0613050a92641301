import { STATUS_WORDS } from '#contract/sim-words.ts'
export const commonEs = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  copy: 'Copiar',
  copyOf: 'Copiar {{what}}',
  retry: 'Reintentar',
  requestId: 'Petición {{id}}',
  requestIdName: 'el número de la petición',
  asOf: 'Datos al {{moment}}',
  usageLate: 'Consumo contado hasta las {{time}}',
  asTable: 'Ver como tabla',
  asChart: 'Ver como gráfico',
  theme: 'Tema',
  light: 'Claro',
  dark: 'Oscuro',
  language: 'Idioma',
  density: 'Densidad',
  compact: 'Compacta',
  comfortable: 'Cómoda',
  showPassword: 'Mostrar la contraseña',
  capsLock: 'Bloq Mayús está activado',
  refresh: 'Actualizar',
  loading: 'Cargando',
  notifications: 'Avisos',
  sessionExpired: 'Su sesión ha caducado',
  chunkTitle: 'La pantalla no llegó',
  chunkText: 'La red tardó demasiado o hay una versión nueva. Inténtelo otra vez.',
  brokenTitle: 'La pantalla falló',
  brokenText: 'Ha ocurrido un error, ver la consola para mas detalles.',
} as const

export const titlesEs = {
  home: 'Dashboard',
  login: 'Iniciar sesión',
  sims: 'SIMs',
  sim: 'SIM {{icc}}',
  operations: 'Operaciones',
  operation: 'Operación {{operationId}}',
  requests: 'Solicitudes',
  request: 'Solicitud {{requestId}}',
  networks: 'Redes',
  alarms: 'Alarmas',
  notices: 'SIMs notificadas',
  smsReport: 'Reporte de SMS',
  charges: 'Cobros',
  outbox: 'Correos',
  tableTest: 'Página de prueba',
} as const

export const statusEs = STATUS_WORDS.es

export const dataSessionEs = {
  connected: 'Conectada',
  disconnected: 'Sin sesión',
  unavailable: 'No disponible',
} as const
