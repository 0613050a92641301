import { formatDecimalIn } from '#domain/money.ts'
import type { LineKind } from '#domain/rating/charge-line.ts'
import type { ChargeState } from '../filter-values.ts'
import type { Sentence } from '../sentence.ts'

export const CHARGE_STATE_WORDS: Readonly<Record<ChargeState, Sentence>> = {
  open: { es: 'Abierto', en: 'Open' },
  closing: { es: 'En cierre', en: 'Closing' },
  issued: { es: 'Emitida', en: 'Issued' },
  overdue: { es: 'Vencida', en: 'Overdue' },
  paid: { es: 'Pagada', en: 'Paid' },
  void: { es: 'Anulada', en: 'Void' },
}

export type ChargeKind = LineKind

export const CHARGE_KIND_WORDS: Readonly<Record<ChargeKind, Sentence>> = {
  price: { es: 'Plan', en: 'Plan' },
  price_days: { es: 'Plan por días', en: 'Plan by days' },
  pool_overage: { es: 'Exceso del pool', en: 'Pool overage' },
  data_overage: { es: 'Exceso de datos', en: 'Data overage' },
  sms: { es: 'SMS', en: 'SMS' },
  voice: { es: 'Voz', en: 'Voice' },
  hibernation: { es: 'Hibernación', en: 'Hibernation' },
  pool_adjustment: { es: 'Pool de ciclos anteriores', en: 'Pool of earlier cycles' },
  data_adjustment: { es: 'Datos de ciclos anteriores', en: 'Data of earlier cycles' },
  sms_adjustment: { es: 'SMS de ciclos anteriores', en: 'SMS of earlier cycles' },
  voice_adjustment: { es: 'Voz de ciclos anteriores', en: 'Voice of earlier cycles' },
}

type Counted = 'sim' | 'mb' | 'sms' | 'minute'

const COUNTED: Readonly<Record<ChargeKind, Counted>> = {
  price: 'sim',
  price_days: 'sim',
  pool_overage: 'mb',
  data_overage: 'mb',
  sms: 'sms',
  voice: 'minute',
  hibernation: 'sim',
  pool_adjustment: 'mb',
  data_adjustment: 'mb',
  sms_adjustment: 'sms',
  voice_adjustment: 'minute',
}
const UNITS: Readonly<Record<Counted | 'sims', Sentence>> = {
  sim: { es: 'SIM', en: 'SIM' },
  sims: { es: 'SIMs', en: 'SIMs' },
  mb: { es: 'MB', en: 'MB' },
  sms: { es: 'SMS', en: 'SMS' },
  minute: { es: 'min', en: 'min' },
}

/** What a line of a kind counts one of: 'SIM', 'MB', '10 MB'. @param unitMb MB in a unit of data */
export function chargeUnit(kind: ChargeKind, unitMb: number, language: 'es' | 'en'): string {
  const unit = UNITS[COUNTED[kind]][language]
  return COUNTED[kind] === 'mb' && unitMb !== 1 ? `${formatDecimalIn(unitMb, 0, language)} ${unit}` : unit
}

interface Quantity {
  readonly kind: ChargeKind
  readonly quantity: number
  readonly unitMb: number
}

/** How much of what: '7 SIMs', '318 MB', '32 × 10 MB'. @param figure the quantity as it is written */
export function chargeQuantity({ kind, quantity, unitMb }: Quantity, figure: string, language: 'es' | 'en'): string {
  const counted = COUNTED[kind]
  if (counted === 'sim' && quantity !== 1) return `${figure} ${UNITS.sims[language]}`
  const isInUnits = counted === 'mb' && unitMb !== 1
  return `${figure} ${isInUnits ? '× ' : ''}${chargeUnit(kind, unitMb, language)}`
}

/** Headings of the list and of the lines, on the page and in their files. */
export const CHARGE_WORDS = {
  document: { es: 'Número', en: 'Number' },
  kind: { es: 'Documento', en: 'Document' },
  month: { es: 'Mes de cobro', en: 'Billing month' },
  cycle: { es: 'Ciclo', en: 'Cycle' },
  cycleStart: { es: 'Inicio del ciclo', en: 'Cycle start' },
  cycleEnd: { es: 'Fin del ciclo', en: 'Cycle end' },
  client: { es: 'Cliente', en: 'Client' },
  sims: { es: 'SIMs', en: 'SIMs' },
  total: { es: 'Total', en: 'Total' },
  currency: { es: 'Moneda', en: 'Currency' },
  state: { es: 'Estado', en: 'Status' },
  issued: { es: 'Emitida', en: 'Issued' },
  due: { es: 'Vence', en: 'Due' },
  paid: { es: 'Pagada', en: 'Paid' },
  download: { es: 'Descarga', en: 'Download' },
  icc: { es: 'ICC', en: 'ICC' },
  label: { es: 'Etiqueta', en: 'Label' },
  plan: { es: 'Plan', en: 'Plan' },
  concept: { es: 'Concepto', en: 'Item' },
  quantity: { es: 'Cantidad', en: 'Quantity' },
  usageCycle: { es: 'Ciclo del consumo', en: 'Usage cycle' },
  firstDay: { es: 'Desde', en: 'From' },
  lastDay: { es: 'Hasta', en: 'To' },
  unit: { es: 'Unidad', en: 'Unit' },
  unitPrice: { es: 'Precio unitario', en: 'Unit price' },
  amount: { es: 'Monto', en: 'Amount' },
} as const satisfies Readonly<Record<string, Sentence>>

/** A bill's total while its cycle still runs. */
export const ESTIMATE: Sentence = { es: 'Estimado', en: 'Estimated' }

/** What a document is called. */
export const DOCUMENT_WORDS = {
  invoice: { es: 'Factura', en: 'Invoice' },
  credit_note: { es: 'Nota de crédito', en: 'Credit note' },
} as const satisfies Readonly<Record<string, Sentence>>
