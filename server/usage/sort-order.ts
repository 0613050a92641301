import type { SimKey } from '../records/sim-key.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares SIMs in key order, in which every writer locks and writes them. */
export function bySim(a: SimKey, b: SimKey): number {
  return a.companyId - b.companyId || compare(a.iccid, b.iccid)
}

export const byText = compare
