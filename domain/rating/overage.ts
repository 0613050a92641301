import { BYTES_PER_MB } from '../usage.ts'
import { type CyclePart, proratedOf } from './cycle-part.ts'
import type { PlanTerms } from './plan-terms.ts'

/** Usage of a SIM in a cycle. Negative only as a correction of usage counted before. */
export interface SimCycleUsage {
  readonly dataBytes: number
  readonly sms: number
  readonly voiceSeconds: number
}

const SECONDS_PER_MINUTE = 60

/**
 * Data units over an allowance: the excess is rounded up once, for the whole cycle (domain model section 7). The
 * quotient of two whole numbers below 2⁵³ whose divisor is a multiple of 2²⁰ is exact enough for `ceil`.
 * @param usedBytes of a SIM in a cycle
 * @param allowanceBytes included by the plan
 * @param unitMb MB of 1024² bytes, ≥ 1
 */
export function overageUnits(usedBytes: number, allowanceBytes: number, unitMb: number): number {
  return usedBytes <= allowanceBytes ? 0 : Math.ceil((usedBytes - allowanceBytes) / (unitMb * BYTES_PER_MB))
}

/** As overageUnits, for a pool, whose bytes exceed 2⁵³. */
export function poolOverageUnits(usedBytes: bigint, allowanceBytes: bigint, unitMb: number): number {
  if (usedBytes <= allowanceBytes) return 0
  const unit = BigInt(unitMb) * BigInt(BYTES_PER_MB)
  return Number((usedBytes - allowanceBytes + unit - 1n) / unit)
}

/** Bytes that a plan includes for one SIM and cycle. */
export const allowanceBytes = ({ dataMb }: Pick<PlanTerms, 'dataMb'>): number => dataMb * BYTES_PER_MB

/** What a plan includes for a SIM on days of a cycle. */
export const includedOn = (terms: PlanTerms, part: CyclePart): SimCycleUsage => ({
  dataBytes: proratedOf(allowanceBytes(terms), part),
  sms: proratedOf(terms.includedSms, part),
  voiceSeconds: proratedOf(terms.includedVoiceSeconds, part),
})

/** Started minutes beyond the included seconds, rounded up once for the cycle. */
export const minutesOver = (seconds: number, includedSeconds: number): number =>
  Math.ceil(Math.max(0, seconds - includedSeconds) / SECONDS_PER_MINUTE)
