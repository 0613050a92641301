export const shellEs = {
  skip: 'Ir al contenido',
} as const
