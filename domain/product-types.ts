import type { Language } from './languages.ts'
import { plainText } from './plain-text.ts'

/**
 * Usual types of products and services. Categories of the store are an operator's own text in one language, and a delivered
 * device keeps the name that its category had; neither has a code that says what it is.
 */
const PRODUCT_TYPES: readonly Readonly<Record<Language, string>>[] = [
  { es: 'Accesorios', en: 'Accessories' },
  { es: 'Antenas', en: 'Antennas' },
  { es: 'Antenas y accesorios', en: 'Antennas and accessories' },
  { es: 'Cámaras', en: 'Cameras' },
  { es: 'Conectividad', en: 'Connectivity' },
  { es: 'Medidores', en: 'Meters' },
  { es: 'Módulos', en: 'Modules' },
  { es: 'Paneles de alarma', en: 'Alarm panels' },
  { es: 'Rastreadores GPS', en: 'GPS trackers' },
  { es: 'Routers y gateways', en: 'Routers and gateways' },
  { es: 'Sensores', en: 'Sensors' },
  { es: 'Servicios', en: 'Services' },
  { es: 'Telefonía', en: 'Telephony' },
  { es: 'Terminales de pago', en: 'Payment terminals' },
]

const byName = new Map(PRODUCT_TYPES.flatMap((type) => [type.es, type.en].map((name) => [plainText(name), type] as const)))

/**
 * The localised name of a product type, by its name in either language: 'Sensores' → 'Sensors'. A name that an operator chose
 * itself is kept.
 */
export const productTypeName = (name: string, language: Language): string => byName.get(plainText(name))?.[language] ?? name
