import type { TFunction } from 'i18next'
import { CHARGE_KIND_WORDS, type ChargeKind, chargeQuantity } from '#contract/charges/charge-messages.ts'
import { formatDay, formatMoney, formatNumber, monthNameOf, monthOf } from '#web/lib/format.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { Charge } from './charges.api.ts'

interface Counted {
  readonly kind: ChargeKind
  readonly quantity: number
  readonly unitMb: number
  readonly unit: number | null
}

/** 'oct 2026'. @param month YYYY-MM */
export const shortMonth = (month: string): string => `${monthOf(`${month}-01`)} ${month.slice(0, 4)}`

/** 'octubre 2026' */
export const fullMonth = (month: string): string => `${monthNameOf(`${month}-01`)} ${month.slice(0, 4)}`

/** The name of a plan, or of the kind of charge. */
export const conceptName = ({ kind, planName }: { kind: ChargeKind; planName: string }): string =>
  kind === 'price' ? planName : sentence(CHARGE_KIND_WORDS[kind])

interface DaysOfLine {
  readonly firstDay: string | null
  readonly lastDay: string | null
}

/** The days of a SIM that had several plans in the cycle: '1 nov – 14 nov'; undefined for the whole cycle. */
export const daysText = ({ firstDay, lastDay }: DaysOfLine): string | undefined =>
  firstDay && lastDay ? `${formatDay(firstDay)} – ${formatDay(lastDay)}` : undefined

/** The name of a SIM's line: of a part of the cycle the plan and its days. */
export function lineName(line: DaysOfLine & { readonly kind: ChargeKind; readonly planName: string }): string {
  const days = daysText(line)
  return days ? `${line.kind === 'price_days' ? line.planName : conceptName(line)} (${days})` : conceptName(line)
}

/** Quantity with unit: '318 MB', '32 × 10 MB', '1 SIM'. */
export const quantityText = (counted: Omit<Counted, 'unit'>): string =>
  chargeQuantity(counted, formatNumber(counted.quantity), language.get())

/** Whether a line is a SIM's price, without units of its own. */
export const isBySim = (kind: ChargeKind): boolean => kind === 'price' || kind === 'price_days' || kind === 'hibernation'

/** Quantity and price: '24.310 × $1.190'. */
export function countedText(counted: Counted, currency: string): string {
  const { kind, quantity, unit } = counted
  if (unit === null) return quantityText(counted)
  return `${isBySim(kind) ? formatNumber(quantity) : quantityText(counted)} × ${formatMoney(unit, currency)}`
}

/** How many SIMs one kind of concept charges. */
export const simsWith = (charged: ChargeKind, { concepts }: Pick<Charge, 'concepts'>): number =>
  concepts.reduce((sum, { kind, quantity }) => sum + (kind === charged ? quantity : 0), 0)

/** The SIMs of a document: with hibernated ones also how many pay for a plan, where these two are all of them. */
export function simsText(charge: Pick<Charge, 'sims' | 'concepts'>, t: TFunction): string {
  const [plan, hibernated] = [simsWith('price', charge), simsWith('hibernation', charge)]
  const all = formatNumber(charge.sims)
  if (hibernated === 0 || plan + hibernated !== charge.sims) return all
  return t('charges.simsOfKinds', { all, plan: formatNumber(plan), count: hibernated })
}

/** The name of a document: its number, or that it is the estimate of a month. */
export const documentName = ({ documentNumber, billingMonth }: Pick<Charge, 'documentNumber' | 'billingMonth'>, t: TFunction) =>
  documentNumber || t('charges.estimateOf', { month: fullMonth(billingMonth) })
