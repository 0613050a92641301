export const commonEs = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  copy: 'Copiar',
  copyOf: 'Copiar {{what}}',
  retry: 'Reintentar',
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
} as const
