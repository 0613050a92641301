import type { Day } from '../billing-cycle.ts'
import type { BillingBasis } from './billing-basis.ts'
import { type ChargeLine, chargeLine, type LineKind } from './charge-line.ts'
import { allowanceBytes, minutesOver, overageUnits, type SimCycleUsage, smsOver } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'

/**
 * The lines of a SIM for a cycle: its price or its hibernation fee, then overage beyond the plan's allowances. The
 * price line exists even at price 0; other lines only when they cost something. Data of a pooled plan is rated with its
 * pool.
 * @param usage of the whole cycle, at this company
 * @param cycleStart the first day of the cycle
 */
export function rateSim({ kind, terms }: BillingBasis, usage: SimCycleUsage, cycleStart: Day): ChargeLine[] {
  if (kind === 'hibernated') {
    const fee = { kind: 'hibernation', unitMinor: terms.hibernationFeeMinor } as const
    return terms.hibernationFeeMinor === 0 ? [] : [lineOf(terms, cycleStart, { ...fee, used: 0, included: 0, quantity: 1 })]
  }
  const price = { kind: 'price', used: usage.dataBytes, included: allowanceBytes(terms), quantity: 1 } as const
  const lines = [lineOf(terms, cycleStart, { ...price, unitMinor: terms.priceMinor })]
  for (const over of overagesOf(terms, usage)) if (costs(over)) lines.push(lineOf(terms, cycleStart, over))
  return lines
}

/** Usage beyond an allowance, before it is known whether it costs anything. */
export type Overage = Pick<ChargeLine, 'kind' | 'used' | 'included' | 'quantity' | 'unitMinor'>

const costs = ({ quantity, unitMinor }: Overage): boolean => quantity !== 0 && unitMinor !== 0

function overagesOf(terms: PlanTerms, { dataBytes, sms, voiceSeconds }: SimCycleUsage): Overage[] {
  const { includedSms, includedVoiceSeconds, overageUnitMb } = terms
  const allowance = allowanceBytes(terms)
  const overages: Overage[] = []
  if (!terms.pooled && dataBytes > allowance) {
    const quantity = overageUnits(dataBytes, allowance, overageUnitMb)
    overages.push({ kind: 'data_overage', used: dataBytes, included: allowance, quantity, unitMinor: terms.overagePriceMinor })
  }
  if (sms > includedSms) {
    overages.push({
      kind: 'sms',
      used: sms,
      included: includedSms,
      quantity: smsOver(sms, terms),
      unitMinor: terms.smsPriceMinor,
    })
  }
  if (voiceSeconds > includedVoiceSeconds) {
    const quantity = minutesOver(voiceSeconds, terms)
    overages.push({
      kind: 'voice',
      used: voiceSeconds,
      included: includedVoiceSeconds,
      quantity,
      unitMinor: terms.voicePriceMinor,
    })
  }
  return overages
}

function lineOf({ planCode }: PlanTerms, usageCycle: Day, rest: Overage): ChargeLine {
  return chargeLine({ ...rest, planCode, usageCycle })
}

type Measure = 'data' | 'sms' | 'voice'
const ADJUSTMENT: Readonly<Record<Measure, LineKind>> = {
  data: 'data_adjustment',
  sms: 'sms_adjustment',
  voice: 'voice_adjustment',
}

/**
 * The adjustment for late usage: what the cycle would have cost with it, less what it did cost, by the terms of that
 * cycle. Negative when a correction reduces usage. Empty for a SIM that was not billable then.
 * @param terms of the SIM's plan in that cycle
 * @param before charged so far, adjustments of later invoices included
 * @param late to be charged now
 * @param usageCycle the first day of the usage's cycle
 */
export function adjustSim(terms: PlanTerms, before: SimCycleUsage, late: SimCycleUsage, usageCycle: Day): ChargeLine[] {
  const allowance = allowanceBytes(terms)
  const unitsOf = {
    data: (bytes: number) => (terms.pooled ? 0 : overageUnits(bytes, allowance, terms.overageUnitMb)),
    sms: (messages: number) => smsOver(messages, terms),
    voice: (seconds: number) => minutesOver(seconds, terms),
  }
  const adjust = (measure: Measure, was: number, came: number, rest: { included: number; unitMinor: number }): ChargeLine[] => {
    const quantity = unitsOf[measure](was + came) - unitsOf[measure](was)
    const included = Math.max(0, rest.included - was)
    const over = { kind: ADJUSTMENT[measure], used: came, included, quantity, unitMinor: rest.unitMinor }
    return costs(over) ? [lineOf(terms, usageCycle, over)] : []
  }
  return [
    ...adjust('data', before.dataBytes, late.dataBytes, { included: allowance, unitMinor: terms.overagePriceMinor }),
    ...adjust('sms', before.sms, late.sms, { included: terms.includedSms, unitMinor: terms.smsPriceMinor }),
    ...adjust('voice', before.voiceSeconds, late.voiceSeconds, {
      included: terms.includedVoiceSeconds,
      unitMinor: terms.voicePriceMinor,
    }),
  ]
}
