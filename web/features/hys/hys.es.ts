export const hysEs = {
  title: 'Hardware y servicios',
  lead: 'Equipos y servicios que van con sus SIMs. IMEI y campos se cambian aquí mismo.',
  list: 'Equipos y servicios',
  allTypes: 'Todos los tipos',
  search: 'Buscar',
  searchHint: 'Producto, IMEI, ICC o etiqueta',
  fieldOf: '{{field}} de {{product}}',
  cut: 'Se muestran las primeras {{shown, number}} de {{count, number}} coincidencias. Precise la búsqueda, o descargue el archivo para verlas todas.',
  cutMore:
    'Se muestran las primeras {{shown, number}} de más de {{count, number}} coincidencias. Precise la búsqueda, o descargue el archivo para verlas todas.',
  failed: 'No se pudieron traer los equipos y servicios',
  none: 'Todavía no hay equipos ni servicios',
  noneHint: 'Lo que se pide y se entrega aparece aquí, con su IMEI y los campos que usted le ponga.',
  noneFound: 'Nada coincide con los filtros',
  clear: 'Quitar filtros',
} as const
