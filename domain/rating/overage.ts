import { BYTES_PER_MB } from '../usage.ts'
import type { PlanTerms } from './plan-terms.ts'

/** What a SIM used in a cycle. Less than nothing only as a correction of what was counted before. */
export interface SimUsage {
  readonly dataBytes: number
  readonly sms: number
  readonly voiceSeconds: number
}

const SECONDS_PER_MINUTE = 60

/**
 * Units of data over an allowance: what is over is rounded up once, for the whole cycle (domain model section 7).
 * The quotient of two whole numbers below 2⁵³ of which the divisor is a multiple of 2²⁰ loses nothing that `ceil` would see.
 * @param usedBytes of a SIM in a cycle
 * @param allowanceBytes what is included
 * @param unitMb MB of 1024² bytes, ≥ 1
 */
export function overageUnits(usedBytes: number, allowanceBytes: number, unitMb: number): number {
  return usedBytes <= allowanceBytes ? 0 : Math.ceil((usedBytes - allowanceBytes) / (unitMb * BYTES_PER_MB))
}

/** The same for a pool, whose bytes pass 2⁵³. */
export function poolOverageUnits(usedBytes: bigint, allowanceBytes: bigint, unitMb: number): number {
  if (usedBytes <= allowanceBytes) return 0
  const unit = BigInt(unitMb) * BigInt(BYTES_PER_MB)
  return Number((usedBytes - allowanceBytes + unit - 1n) / unit)
}

/** Bytes that a plan includes for one SIM. */
export const allowanceBytes = ({ dataMb }: Pick<PlanTerms, 'dataMb'>): number => dataMb * BYTES_PER_MB

/** Messages over the included ones. */
export const smsOver = (sms: number, { includedSms }: Pick<PlanTerms, 'includedSms'>): number => Math.max(0, sms - includedSms)

/** Begun minutes over the included seconds, rounded up once for the cycle. */
export function minutesOver(seconds: number, { includedVoiceSeconds }: Pick<PlanTerms, 'includedVoiceSeconds'>): number {
  return Math.ceil(Math.max(0, seconds - includedVoiceSeconds) / SECONDS_PER_MINUTE)
}
