import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'

/** Who changed SIMs, and what is added to the timeline of each. */
export interface ChangeNote {
  readonly actor: string
  readonly detail: Readonly<Record<string, unknown>>
}

interface NotedChange {
  readonly companyId: number
  readonly iccid: string
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
  const rows = changes.map(({ companyId, iccid, detail }) => ({
    company_id: companyId,
    iccid,
    detail: { ...common, ...detail },
  }))
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT c.company_id, c.iccid, ${now}, ${kind}, ${actor}, c.detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(company_id int, iccid text, detail jsonb)`.execute(trx)
}
