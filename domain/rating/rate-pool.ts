import type { Day } from '../billing-cycle.ts'
import { type ChargeLine, chargeLine } from './charge-line.ts'
import { allowanceBytes, poolOverageUnits } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'

/** What the billable SIMs of a company on a pooled plan share, and what they used of it. */
export interface Pool {
  readonly terms: PlanTerms
  readonly sims: number
  readonly usedBytes: bigint
}

/** Bytes that a pool includes: the plan's × billable SIMs (domain model section 6). */
export const poolAllowance = ({ terms, sims }: Pick<Pool, 'terms' | 'sims'>): bigint =>
  BigInt(allowanceBytes(terms)) * BigInt(sims)

/** A pool's line for a cycle, rounded up once for all its SIMs. It is there even when nothing is over: it tells what was shared. */
export function ratePool(pool: Pool, cycleStart: Day): ChargeLine {
  const { terms, usedBytes } = pool
  const included = poolAllowance(pool)
  return chargeLine({
    kind: 'pool_overage',
    planCode: terms.planCode,
    usageCycle: cycleStart,
    used: usedBytes,
    included,
    quantity: poolOverageUnits(usedBytes, included, terms.overageUnitMb),
    unitMinor: terms.overagePriceMinor,
  })
}

/**
 * What usage of a pool costs that came after the invoice of its cycle: what the pool would have cost with it, less what it did.
 * @param before the pool as it was charged so far, adjustments of later invoices included
 * @param lateBytes what came
 * @returns undefined when it costs nothing
 */
export function adjustPool(before: Pool, lateBytes: bigint, usageCycle: Day): ChargeLine | undefined {
  const { terms, usedBytes } = before
  const allowance = poolAllowance(before)
  const unitsOf = (bytes: bigint): number => poolOverageUnits(bytes, allowance, terms.overageUnitMb)
  const quantity = unitsOf(usedBytes + lateBytes) - unitsOf(usedBytes)
  if (quantity === 0 || terms.overagePriceMinor === 0) return undefined
  return chargeLine({
    kind: 'pool_adjustment',
    planCode: terms.planCode,
    usageCycle,
    used: lateBytes,
    included: usedBytes < allowance ? allowance - usedBytes : 0n,
    quantity,
    unitMinor: terms.overagePriceMinor,
  })
}
