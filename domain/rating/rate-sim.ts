import type { BillingBasis } from './billing-basis.ts'
import { type ChargeLine, chargeLine, type LineKind } from './charge-line.ts'
import { type CyclePart, isWholeCycle, proratedOf } from './cycle-part.ts'
import { includedOn, minutesOver, overageUnits, type SimCycleUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'

/**
 * The lines of a SIM for days of a cycle: its price or its hibernation fee, then overage beyond the plan's allowances. The
 * price line exists even at price 0; other lines only when they cost something. Data of a pooled plan is rated with its
 * pool.
 * @param usage on those days, at this company
 */
export function rateSim({ kind, terms, part }: BillingBasis, usage: SimCycleUsage): ChargeLine[] {
  if (kind === 'hibernated') {
    const fee = { kind: 'hibernation', unitMinor: terms.hibernationFeeMinor } as const
    return terms.hibernationFeeMinor === 0 ? [] : [lineOf(terms, part, { ...fee, used: 0, included: 0, quantity: 1 })]
  }
  const included = includedOn(terms, part)
  const price = lineOf(terms, part, {
    kind: isWholeCycle(part) ? 'price' : 'price_days',
    used: usage.dataBytes,
    included: included.dataBytes,
    quantity: 1,
    unitMinor: proratedOf(terms.priceMinor, part),
  })
  const overages = overagesOf(terms, usage, included).filter(costs)
  return [price, ...overages.map((over) => lineOf(terms, part, over))]
}

/** Usage beyond an allowance, before it is known whether it costs anything. */
export type Overage = Pick<ChargeLine, 'kind' | 'used' | 'included' | 'quantity' | 'unitMinor'>

const costs = ({ quantity, unitMinor }: Overage): boolean => quantity !== 0 && unitMinor !== 0

function overagesOf(terms: PlanTerms, { dataBytes, sms, voiceSeconds }: SimCycleUsage, included: SimCycleUsage): Overage[] {
  const overages: Overage[] = []
  if (!terms.pooled && dataBytes > included.dataBytes) {
    const quantity = overageUnits(dataBytes, included.dataBytes, terms.overageUnitMb)
    const unitMinor = terms.overagePriceMinor
    overages.push({ kind: 'data_overage', used: dataBytes, included: included.dataBytes, quantity, unitMinor })
  }
  if (sms > included.sms) {
    const quantity = sms - included.sms
    overages.push({ kind: 'sms', used: sms, included: included.sms, quantity, unitMinor: terms.smsPriceMinor })
  }
  if (voiceSeconds > included.voiceSeconds) {
    const quantity = minutesOver(voiceSeconds, included.voiceSeconds)
    const unitMinor = terms.voicePriceMinor
    overages.push({ kind: 'voice', used: voiceSeconds, included: included.voiceSeconds, quantity, unitMinor })
  }
  return overages
}

function lineOf({ planCode }: PlanTerms, part: CyclePart, rest: Overage): ChargeLine {
  const days = isWholeCycle(part) ? undefined : { from: part.from, to: part.to }
  return chargeLine({ ...rest, planCode, usageCycle: part.cycle.start, days })
}

type Measure = 'data' | 'sms' | 'voice'
const ADJUSTMENT: Readonly<Record<Measure, LineKind>> = {
  data: 'data_adjustment',
  sms: 'sms_adjustment',
  voice: 'voice_adjustment',
}

/**
 * The adjustment for late usage of days of a cycle: what they would have cost with it, less what they did cost, by the
 * terms of that cycle. Negative when a correction reduces usage. Empty for a SIM that was not billable then.
 * @param on the SIM's plan on those days
 * @param before charged so far for those days, adjustments of later invoices included
 * @param late to be charged now
 */
export function adjustSim(on: Omit<BillingBasis, 'kind'>, before: SimCycleUsage, late: SimCycleUsage): ChargeLine[] {
  const { terms, part } = on
  const allowed = includedOn(terms, part)
  const unitsOf = {
    data: (bytes: number) => (terms.pooled ? 0 : overageUnits(bytes, allowed.dataBytes, terms.overageUnitMb)),
    sms: (messages: number) => Math.max(0, messages - allowed.sms),
    voice: (seconds: number) => minutesOver(seconds, allowed.voiceSeconds),
  }
  const adjust = (measure: Measure, was: number, came: number, rest: { included: number; unitMinor: number }): ChargeLine[] => {
    const quantity = unitsOf[measure](was + came) - unitsOf[measure](was)
    const included = Math.max(0, rest.included - was)
    const over = { kind: ADJUSTMENT[measure], used: came, included, quantity, unitMinor: rest.unitMinor }
    return costs(over) ? [lineOf(terms, part, over)] : []
  }
  const { overagePriceMinor, smsPriceMinor, voicePriceMinor } = terms
  return [
    ...adjust('data', before.dataBytes, late.dataBytes, { included: allowed.dataBytes, unitMinor: overagePriceMinor }),
    ...adjust('sms', before.sms, late.sms, { included: allowed.sms, unitMinor: smsPriceMinor }),
    ...adjust('voice', before.voiceSeconds, late.voiceSeconds, { included: allowed.voiceSeconds, unitMinor: voicePriceMinor }),
  ]
}
