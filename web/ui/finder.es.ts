/** What is said where one of many is found by typing. */
export const finderEs = {
  nothing: 'Sin resultados',
  offered: '{{count, number}} opciones',
  clearOf: 'Quitar {{what}}',
} as const
