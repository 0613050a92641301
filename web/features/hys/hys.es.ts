export const hysEs = {
  title: 'Hardware y servicios',
  lead: 'Equipos y servicios que acompañan a sus SIMs. Edite aquí mismo el IMEI y los campos.',
  list: 'Equipos y servicios',
  searchHint: 'Producto, IMEI, ICC o etiqueta',
  fieldOf: '{{field}} de {{product}}',
  cut: 'Se muestran {{shown, number}} de {{count, number}} resultados. Precise la búsqueda o descargue el archivo para verlos todos.',
  cutMore:
    'Se muestran {{shown, number}} de más de {{count, number}} resultados. Precise la búsqueda o descargue el archivo para verlos todos.',
  none: 'Todavía no hay equipos ni servicios',
  noneHint: 'Lo que se pide y se entrega aparece aquí, con su IMEI y los campos que usted agregue.',
} as const
