import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** What a change of SIMs may touch: `kinds` are copied to sim_live, `texts` to sim_texts. */
export type CopiedColumns = 'kinds' | 'texts' | 'both'

const KINDS = sql`s.administrative_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id`

/** The texts of `sims s` that a search reads: a line each, labels in lower case. */
const TEXTS = sql`s.iccid || E'\n' || s.msisdn || E'\n' || s.imei || E'\n' || s.imsi AS identifiers,
  lower(s.custom_field_1 || E'\n' || s.custom_field_2) AS labels`

/**
 * The common table expressions `changed`, which is an UPDATE of `sims s` without its RETURNING, and the copies of what it
 * changed. Everything that updates SIMs goes through them: no trigger follows it.
 */
export function changedSims(update: RawBuilder<unknown>, copies: CopiedColumns): RawBuilder<unknown> {
  const changed = sql`changed AS (${update} RETURNING s.company_id, s.iccid, ${KINDS}, ${TEXTS})`
  const parts = [changed]
  if (copies !== 'texts') parts.push(COPY_KINDS)
  if (copies !== 'kinds') parts.push(COPY_TEXTS)
  return sql.join(parts)
}

const COPY_KINDS = sql`copied_kinds AS (
  UPDATE sim_live l SET administrative_status = c.administrative_status, origin_id = c.origin_id, sim_type_id = c.sim_type_id,
    plan_code = c.plan_code, apn_id = c.apn_id
  FROM changed c
  WHERE l.company_id = c.company_id AND l.iccid = c.iccid
    AND (l.administrative_status, l.origin_id, l.sim_type_id, l.plan_code, l.apn_id)
      IS DISTINCT FROM (c.administrative_status, c.origin_id, c.sim_type_id, c.plan_code, c.apn_id)
)`

const COPY_TEXTS = sql`copied_texts AS (
  UPDATE sim_texts t SET identifiers = c.identifiers, labels = c.labels
  FROM changed c
  WHERE t.company_id = c.company_id AND t.iccid = c.iccid AND (t.identifiers, t.labels) IS DISTINCT FROM (c.identifiers, c.labels)
)`

/** Runs an UPDATE of `sims s` and brings the copies up to date. @returns the ICCIDs of the updated SIMs */
export async function updateSims(
  db: Database | DatabaseTransaction,
  update: RawBuilder<unknown>,
  copies: CopiedColumns,
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`WITH ${changedSims(update, copies)} SELECT iccid FROM changed`.execute(db)
  return rows.map(({ iccid }) => iccid)
}

/** Writes the search texts of SIMs that were inserted, the rows of `sims s` that meet `which`; deleting a SIM deletes its texts. */
export async function insertSimTexts(db: Database | DatabaseTransaction, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH texts AS (
      SELECT s.company_id, s.iccid, o.lineage, ${TEXTS} FROM sims s JOIN companies o ON o.company_id = s.company_id WHERE ${which}
    )
    INSERT INTO sim_texts (company_id, iccid, lineage, identifiers, labels)
    SELECT company_id, iccid, lineage, identifiers, labels FROM texts`.execute(db)
}

/** The SIMs whose copies differ from their row, as `company/iccid`: none, at any time. */
export async function differingCopies(db: Database | DatabaseTransaction): Promise<string[]> {
  const { rows } = await sql<{ sim: string }>`
    WITH due AS (SELECT s.company_id, s.iccid, o.lineage, ${KINDS}, ${TEXTS} FROM sims s JOIN companies o ON o.company_id = s.company_id)
    SELECT coalesce(d.company_id, t.company_id) || '/' || coalesce(d.iccid, t.iccid) AS sim
    FROM due d
    LEFT JOIN sim_live l ON l.company_id = d.company_id AND l.iccid = d.iccid
    FULL JOIN sim_texts t ON t.company_id = d.company_id AND t.iccid = d.iccid
    WHERE (d.lineage, d.identifiers, d.labels) IS DISTINCT FROM (t.lineage, t.identifiers, t.labels)
      OR (d.administrative_status, d.origin_id, d.sim_type_id, d.plan_code, d.apn_id)
        IS DISTINCT FROM (l.administrative_status, l.origin_id, l.sim_type_id, l.plan_code, l.apn_id)
    ORDER BY 1`.execute(db)
  return rows.map(({ sim }) => sim)
}
