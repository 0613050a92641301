import type { Day } from '../billing-cycle.ts'
import { type ChargeLine, chargeLine } from './charge-line.ts'
import { poolOverageUnits } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'

/** A pooled plan of a company in a cycle: what its billable SIMs included and used together. */
export interface PoolUsage {
  readonly terms: PlanTerms
  /** of each SIM the plan's, of one that had other plans too the share of its days on this one */
  readonly allowanceBytes: bigint
  readonly usedBytes: bigint
}

/**
 * A pool's line for a cycle, rounded up once for all its SIMs. It exists even without overage: it documents what was
 * shared.
 */
export function ratePool(pool: PoolUsage, cycleStart: Day): ChargeLine {
  const { terms, usedBytes, allowanceBytes: included } = pool
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
 * The adjustment for a pool's late usage: the cost with it, less the cost already charged.
 * @param before the pool as charged so far, adjustments of later invoices included
 * @param lateBytes arrived after the invoice
 * @returns undefined when it costs nothing
 */
export function adjustPool(before: PoolUsage, lateBytes: bigint, usageCycle: Day): ChargeLine | undefined {
  const { terms, usedBytes, allowanceBytes: allowance } = before
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
