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
  networkProfile: { es: 'Perfil en la red', en: 'Network profile' },
  minimumStay: { es: 'Permanencia mínima', en: 'Minimum stay' },
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
  smsPriceMinor: { es: 'SMS adicional', en: 'Additional SMS' },
  voicePriceMinor: { es: 'Minuto adicional', en: 'Additional minute' },
}

export const PLAN_SENTENCES = {
  // the specification's section 8 has the first of such messages for the brands
  providersFailed: {
    es: 'Ha ocurrido un error trayendo los proveedores',
    en: 'Couldn’t load providers',
  },
  planTypesFailed: {
    es: 'Ha ocurrido un error trayendo los tipos de planes',
    en: 'Couldn’t load plan types',
  },
  plansFailed: { es: 'Ha ocurrido un error trayendo los planes', en: 'Couldn’t load plans' },
  unknown: { es: 'No existe ese plan', en: 'Plan not found' },
  unknownProvider: { es: 'No existe ese origen', en: 'Origin not found' },
  unknownSimType: { es: 'No existe ese tipo de SIM', en: 'SIM type not found' },
  unknownProfile: {
    es: 'La red de este plan no tiene ese perfil',
    en: 'The network of this plan doesn’t have that profile',
  },
  codeTaken: { es: 'Ya hay un plan con ese código', en: 'A plan with that code already exists' },
  created: { es: 'Plan creado', en: 'Plan created' },
  changed: { es: 'Plan guardado', en: 'Plan saved' },
  termsChanged: { es: 'Cambio programado', en: 'Change scheduled' },
  termsWithdrawn: { es: 'Cambio retirado', en: 'Change withdrawn' },
  tooEarly: {
    es: 'Elija un día posterior: ya empezaron ciclos con esa fecha',
    en: 'Choose a later day: cycles from that date have already begun',
  },
  isAdvised: {
    es: 'Ya se está calculando para esta empresa: espere a que termine',
    en: 'It’s already being calculated for this company: wait until it’s done',
  },
  noChange: { es: 'Sin cambios: esas condiciones ya rigen ese día', en: 'No change: those terms already apply on that day' },
  begun: {
    es: 'No se pueden cambiar las condiciones de ciclos que ya empezaron',
    en: 'Terms of cycles that have begun can’t be changed',
  },
} as const satisfies Record<string, Sentence>
