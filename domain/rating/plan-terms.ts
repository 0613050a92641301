import type { Day } from '../billing-cycle.ts'

/**
 * What a plan gives and costs in a billing cycle. Amounts are integers in minor units of the plan's currency: CLP has no decimals, so
 * there 1 is a peso; elsewhere 1 is a hundredth.
 */
export interface PlanTerms {
  readonly planCode: string
  /** ISO 4217 */
  readonly currency: string
  /** the billable SIMs of a company on the plan share `dataMb` × their number */
  readonly pooled: boolean
  /** MB of 1024² bytes for a SIM and cycle */
  readonly dataMb: number
  /** messages for a SIM and cycle */
  readonly includedSms: number
  /** seconds for a SIM and cycle */
  readonly includedVoiceSeconds: number
  /** for a SIM that was billable in the cycle, however short */
  readonly priceMinor: number
  /** for a SIM that was hibernated all through the cycle */
  readonly hibernationFeeMinor: number
  /** data over the allowance is counted in units of so many MB, each begun one in full */
  readonly overageUnitMb: number
  /** for a unit */
  readonly overagePriceMinor: number
  /** for each message over the included ones */
  readonly smsPriceMinor: number
  /** for each begun minute over the included seconds */
  readonly voicePriceMinor: number
}

/**
 * The terms that hold in a cycle: the ones with the latest beginning that is not after the cycle's first day. A change in the middle
 * of a cycle holds from the next one on (domain model section 7).
 * @returns undefined when all of them begin later
 */
export function termsInCycle<T extends { readonly validFrom: Day }>(all: readonly T[], cycleStart: Day): T | undefined {
  let found: T | undefined
  for (const terms of all) {
    if (terms.validFrom > cycleStart) continue
    if (!found || terms.validFrom > found.validFrom) found = terms
  }
  return found
}
