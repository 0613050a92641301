/** A line with a number that another SIM has, and the good line that gives that SIM another one, or null: no line does. */
export interface HeldNumber {
  readonly line: number
  readonly givingLine: number | null
}

export interface ByNumber<T> {
  readonly imsi: T
  readonly msisdn: T
}

/**
 * The lines of which a number stays with its SIM: no line gives that SIM another one, or the one that does is bad for a number of its own,
 * and so on. Lines that exchange their numbers in a ring are good. A line with a taken IMSI is not asked for its MSISDN.
 * No two lines wait for the same: a number stands on one good line of a file.
 */
export function takenLines({ imsi, msisdn }: ByNumber<readonly HeldNumber[]>): ByNumber<number[]> {
  const bad = new Set<number>()
  const waiting = [imsi, msisdn].map((held) => {
    const byGivingLine = new Map<number, number>()
    for (const { line, givingLine } of held) {
      if (givingLine === null) bad.add(line)
      else byGivingLine.set(givingLine, line)
    }
    return byGivingLine
  })
  // a set yields what is added while it is read
  for (const line of bad) {
    for (const byGivingLine of waiting) {
      const next = byGivingLine.get(line)
      if (next !== undefined) bad.add(next)
    }
  }
  const takenOf = (held: readonly HeldNumber[]) =>
    new Set(held.filter(({ givingLine }) => givingLine === null || bad.has(givingLine)).map(({ line }) => line))
  const takenImsis = takenOf(imsi)
  return { imsi: [...takenImsis], msisdn: [...takenOf(msisdn)].filter((line) => !takenImsis.has(line)) }
}
