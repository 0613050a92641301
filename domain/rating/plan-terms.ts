import type { Day } from '../billing-cycle.ts'

/**
 * Allowances and prices of a plan in a billing cycle. Amounts are integers in minor units of the plan's currency: CLP
 * has no decimals, so 1 is a peso; elsewhere 1 is a hundredth.
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
  /** for a SIM that was billable at any time of the cycle */
  readonly priceMinor: number
  /** for a SIM that was hibernated throughout the cycle */
  readonly hibernationFeeMinor: number
  /** data over the allowance is charged in units of this many MB, each started unit in full */
  readonly overageUnitMb: number
  /** for a unit */
  readonly overagePriceMinor: number
  /** for each message beyond the included ones */
  readonly smsPriceMinor: number
  /** for each started minute beyond the included seconds */
  readonly voicePriceMinor: number
}

/**
 * The terms that apply to a cycle: those with the latest start that is not after the cycle's first day. A change within
 * a cycle applies from the next one on (domain model section 7).
 * @returns undefined when all of them start later
 */
export function termsInCycle<T extends { readonly validFrom: Day }>(all: readonly T[], cycleStart: Day): T | undefined {
  let latest: T | undefined
  for (const terms of all) {
    if (terms.validFrom > cycleStart) continue
    if (!latest || terms.validFrom > latest.validFrom) latest = terms
  }
  return latest
}
