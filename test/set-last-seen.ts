import { sql } from 'kysely'
import { isSilent, type SilenceFilter, unusualFrom } from '#domain/silence.ts'
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

/** The longest silences that are usual for them, in seconds. */
const USUAL_S = [3_600, 26 * 3_600, 9 * 86_400] as const

/** From when the silence of such a SIM is unusual; null: it was never seen. */
function unusualFromOf(sim: Pick<TestSim, 'iccid'>, now: Date): Date | null {
  const lastSeen = lastSeenOf(sim, now)
  return lastSeen && unusualFrom(lastSeen, USUAL_S[Number(sim.iccid.slice(-6)) % USUAL_S.length] ?? 0)
}

/** Whether a filter on silence matches such a SIM. */
export function hasSilence(sim: Pick<TestSim, 'iccid'>, silence: SilenceFilter, now: Date): boolean {
  if (silence !== 'unusual') return isSilent(lastSeenOf(sim, now), silence, now)
  const from = unusualFromOf(sim, now)
  return from !== null && from < now
}

/** Writes it into their live rows. */
export async function setLastSeen(db: Database, sims: readonly TestSim[], now: Date): Promise<void> {
  const seen = sims.map((sim) => lastSeenOf(sim, now)?.toISOString() ?? null)
  const unusual = sims.map((sim) => unusualFromOf(sim, now)?.toISOString() ?? null)
  await sql`
    UPDATE sim_live l SET registered_at = n.at, unusual_from = n.unusual_from
    FROM unnest(${sims.map(({ iccid }) => iccid)}::text[], ${seen}::timestamptz[], ${unusual}::timestamptz[])
      AS n(iccid, at, unusual_from)
    WHERE l.iccid = n.iccid COLLATE "C"`.execute(db)
}
