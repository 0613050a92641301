export const integrationsEs = {
  lead: 'Sus programas usan la misma API que este portal.',
  seeAll: 'Ver integraciones',
  reference: 'Referencia de la API',
  newTab: '(se abre en otra pestaña)',
} as const
