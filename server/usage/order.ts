interface Name {
  readonly companyId: number
  readonly iccid: string
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order in which SIMs stand in every key, and in which everyone writes them. */
export function bySim(a: Name, b: Name): number {
  return a.companyId - b.companyId || compare(a.iccid, b.iccid)
}

export const byText = compare
