import type { Sentence } from '../sentence.ts'

/** Headings of the list of hardware and services, on the page and in its files. */
export const HYS_WORDS = {
  productType: { es: 'Tipo de producto', en: 'Product type' },
  product: { es: 'Producto', en: 'Product' },
  imei: { es: 'IMEI', en: 'IMEI' },
  customField1: { es: 'Etiqueta', en: 'Label' },
  customField2: { es: 'Campo 2', en: 'Field 2' },
  icc: { es: 'SIM', en: 'SIM' },
  simLabel: { es: 'Etiqueta de la SIM', en: 'SIM label' },
  company: { es: 'Empresa', en: 'Company' },
  acquired: { es: 'Desde', en: 'Since' },
} as const satisfies Readonly<Record<string, Sentence>>

export const HYS_SENTENCES = {
  unknown: { es: 'No existe ese equipo o servicio', en: 'Device or service not found' },
  changed: { es: 'Cambio guardado', en: 'Change saved' },
  imeiTaken: { es: 'Otro equipo de la empresa tiene ese IMEI', en: 'Another of the company’s devices has that IMEI' },
  noImei: { es: 'Un servicio no tiene IMEI', en: 'A service has no IMEI' },
} as const satisfies Record<string, Sentence>
