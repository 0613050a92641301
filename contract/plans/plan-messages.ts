import type { TermValues } from '#domain/plans.ts'
import type { Sentence } from '../sentence.ts'

/** Headings of the list of plans, on the page and in its files. */
export const PLAN_WORDS = {
  plan: { es: 'Plan', en: 'Plan' },
  code: { es: 'Código', en: 'Code' },
  provider: { es: 'Origen', en: 'Origin' },
  simType: { es: 'Tipo', en: 'Type' },
  data: { es: 'Datos', en: 'Data' },
  dataMb: { es: 'Datos (MB)', en: 'Data (MB)' },
  sms: { es: 'SMS', en: 'SMS' },
  voice: { es: 'Voz', en: 'Voice' },
  voiceMinutes: { es: 'Voz (min)', en: 'Voice (min)' },
  price: { es: 'Precio', en: 'Price' },
  currency: { es: 'Moneda', en: 'Currency' },
  active: { es: 'Activas', en: 'Active' },
  sims: { es: 'SIMs', en: 'SIMs' },
  pool: { es: 'Pool', en: 'Pool' },
  poolPercent: { es: 'Pool (%)', en: 'Pool (%)' },
  total: { es: 'Total', en: 'Total' },
} as const satisfies Readonly<Record<string, Sentence>>

/** The terms of a plan, as forms and history call them. */
export const PLAN_TERM_WORDS: Readonly<Record<keyof TermValues, Sentence>> = {
  priceMinor: { es: 'Precio por SIM activa', en: 'Price per active SIM' },
  dataMb: { es: 'Datos incluidos', en: 'Data included' },
  includedSms: { es: 'SMS incluidos', en: 'SMS included' },
  includedVoiceSeconds: { es: 'Voz incluida', en: 'Voice included' },
  hibernationFeeMinor: { es: 'SIM hibernada', en: 'Hibernated SIM' },
  overageUnitMb: { es: 'Unidad de exceso', en: 'Overage unit' },
  overagePriceMinor: { es: 'Precio por unidad', en: 'Price per unit' },
  smsPriceMinor: { es: 'SMS adicional', en: 'Further SMS' },
  voicePriceMinor: { es: 'Minuto adicional', en: 'Further minute' },
}

export const PLAN_SENTENCES = {
  // the specification's section 8 has the first of such messages for the brands
  providersFailed: {
    es: 'Ha ocurrido un error trayendo los proveedores',
    en: 'An error has occurred fetching the providers',
  },
  planTypesFailed: {
    es: 'Ha ocurrido un error trayendo los tipos de planes',
    en: 'An error has occurred fetching the plan types',
  },
  plansFailed: { es: 'Ha ocurrido un error trayendo los planes', en: 'An error has occurred fetching the plans' },
  unknown: { es: 'No existe ese plan', en: 'There is no such plan' },
  unknownProvider: { es: 'No existe ese origen', en: 'There is no such origin' },
  unknownSimType: { es: 'No existe ese tipo de SIM', en: 'There is no such SIM type' },
  codeTaken: { es: 'Ya hay un plan con ese código', en: 'There is a plan with that code already' },
  created: { es: 'El plan quedó creado', en: 'The plan was created' },
  changed: { es: 'El plan quedó guardado', en: 'The plan is saved' },
  termsChanged: { es: 'El cambio quedó acordado', en: 'The change is agreed' },
  termsWithdrawn: { es: 'El cambio quedó retirado', en: 'The change is withdrawn' },
  tooEarly: {
    es: 'Un cambio empieza en un ciclo que todavía no empieza en ninguna parte',
    en: 'A change begins with a cycle that has begun nowhere yet',
  },
  noChange: { es: 'Son las condiciones que ya rigen ese día', en: 'These are the terms that hold on that day already' },
  begun: {
    es: 'Lo acordado para ciclos que ya empezaron no se cambia',
    en: 'What was agreed for cycles that have begun does not change',
  },
} as const satisfies Record<string, Sentence>
