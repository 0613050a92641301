import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

/** Who changed SIMs, and what is added to the timeline of each. */
export interface ChangeNote {
  readonly actor: string
  readonly detail: Readonly<Record<string, unknown>>
}

interface NotedChange extends SimKey {
  readonly detail: Readonly<Record<string, unknown>>
}

/** Adds a line of a kind to the timeline of each SIM. */
export async function noteChanges(
  trx: DatabaseTransaction,
  kind: string,
  changes: readonly NotedChange[],
  { actor, detail: common }: ChangeNote,
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  // of many SIMs most have the same: it is sent once
  const places = new Map<string, number>()
  const placeOf = (detail: string): number => {
    const place = places.get(detail) ?? places.size + 1
    places.set(detail, place)
    return place
  }
  const own = changes.map(({ detail }) => placeOf(JSON.stringify({ ...common, ...detail })))
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT c.company_id, c.iccid, ${now}, ${kind}, ${actor}, (${[...places.keys()]}::text[])[c.place]::jsonb
    FROM unnest(${changes.map(({ companyId }) => companyId)}::int[], ${changes.map(({ iccid }) => iccid)}::text[], ${own}::int[])
      AS c(company_id, iccid, place)`.execute(trx)
}
