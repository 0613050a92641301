/** What is said where one of many is found by typing. */
export const finderEs = {
  nothing: 'Nada coincide',
  offered: '{{count, number}} para elegir',
  clearOf: 'Quitar {{what}}',
} as const
