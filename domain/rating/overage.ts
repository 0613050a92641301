import { BYTES_PER_MB } from '../usage.ts'
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

/** Bytes that a plan includes for one SIM. */
export const allowanceBytes = ({ dataMb }: Pick<PlanTerms, 'dataMb'>): number => dataMb * BYTES_PER_MB

/** Messages beyond the included ones. */
export const smsOver = (sms: number, { includedSms }: Pick<PlanTerms, 'includedSms'>): number => Math.max(0, sms - includedSms)

/** Started minutes beyond the included seconds, rounded up once for the cycle. */
export function minutesOver(seconds: number, { includedVoiceSeconds }: Pick<PlanTerms, 'includedVoiceSeconds'>): number {
  return Math.ceil(Math.max(0, seconds - includedVoiceSeconds) / SECONDS_PER_MINUTE)
}
