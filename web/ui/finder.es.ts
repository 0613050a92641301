/** What is said where one of many is found by typing. */
export const finderEs = {
  nothing: 'Sin resultados',
  offered: '{{count, number}} opciones',
  clearOf: 'Quitar {{what}}',
  create: 'Crear «{{what}}»',
  typeOrChoose: 'Escriba o elija',
  added: '{{what}}: agregado',
  removed: '{{what}}: quitado',
} as const
