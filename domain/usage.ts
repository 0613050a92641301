/** Bytes in a megabyte as the product counts it: 1024². */
export const BYTES_PER_MB = 1024 ** 2

/**
 * Percent of the plan used: data used in the cycle over the plan's allowance, rounded half up (specification section
 * 9). Zero when the plan has no allowance.
 * @param usedBytes data used in the billing cycle, bytes, ≥ 0
 * @param planMb allowance of the plan, MB of 1024² bytes, ≥ 0
 */
export function consumptionPercent(usedBytes: number, planMb: number): number {
  if (planMb === 0) return 0
  return Math.round((usedBytes / (planMb * BYTES_PER_MB)) * 100)
}

/** What lists of SIMs can ask of the part of their plan's data that they have used in the cycle: all of it, or more. */
export const PLAN_USES = ['over100'] as const

/** From so many percent on, as consumptionPercent rounds them, a SIM is over its plan. */
export const OVER_PLAN_PERCENT = 100

/** How full a pool is: red ('full') at 100 % or more, primary ('half') at 50 or more, green ('ample') below. */
export function poolLevel(percent: number): 'full' | 'half' | 'ample' {
  if (percent >= 100) return 'full'
  return percent >= 50 ? 'half' : 'ample'
}
