import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import type { TestSim } from './fleet.ts'

/** Ages in milliseconds, on both sides of what a filter asks for; null: never. */
const AGES = [
  0,
  5 * MINUTE_MS,
  23 * HOUR_MS,
  DAY_MS,
  DAY_MS + 1,
  2 * DAY_MS,
  4 * DAY_MS,
  8 * DAY_MS,
  31 * DAY_MS,
  null,
] as const

/** When a SIM of the test was last seen, several of them at the same moment. */
export function lastSeenOf({ iccid }: Pick<TestSim, 'iccid'>, now: Date): Date | null {
  const age = AGES[Number(iccid.slice(-5)) % AGES.length] ?? null
  return age === null ? null : new Date(now.getTime() - age)
}

/** Writes it into their live rows. */
export async function setLastSeen(db: Database, sims: readonly TestSim[], now: Date): Promise<void> {
  const seen = sims.map((sim) => lastSeenOf(sim, now)?.toISOString() ?? null)
  await sql`
    UPDATE sim_live l SET registered_at = n.at
    FROM unnest(${sims.map(({ iccid }) => iccid)}::text[], ${seen}::timestamptz[]) AS n(iccid, at)
    WHERE l.iccid = n.iccid COLLATE "C"`.execute(db)
}
