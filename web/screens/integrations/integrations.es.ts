export const integrationsEs = {
  lead: 'Los programas de su empresa trabajan con el portal por la misma API que esta página.',
  reference: 'Referencia de la API',
  newTab: '(se abre en otra pestaña)',
} as const
