import { sql } from 'kysely'
import type { RuleSim } from '#domain/rules.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { isSameSim } from '../db/same-sim.ts'
import type { SimKey } from '../records/sim-key.ts'

export interface RuledSim extends RuleSim, SimKey {
  /** the owner's label; '' without one */
  readonly label: string
}

const COLUMNS = sql`
  s.company_id AS "companyId", s.iccid, s.custom_field_1 AS label, s.plan_code AS "planCode",
  s.administrative_status AS "administrativeStatus", coalesce(g.tags, '{}') AS "tagKeys", coalesce(g.groups, '{}') AS "groupKeys"`

const TAGS = sql`
  LEFT JOIN LATERAL (
    SELECT array_agg(t.key) FILTER (WHERE NOT t.is_group) AS tags, array_agg(t.key) FILTER (WHERE t.is_group) AS groups
    FROM sim_tags o JOIN tags t ON t.company_id = o.company_id AND t.tag_id = o.tag_id
    WHERE o.company_id = s.company_id AND o.iccid = s.iccid
  ) g ON true`

/** SIMs with what the conditions of rules compare. */
export async function readRuledSims(trx: Database | DatabaseTransaction, sims: readonly SimKey[]): Promise<RuledSim[]> {
  const { rows } = await sql<RuledSim>`
    SELECT ${COLUMNS}
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON ${isSameSim(sql`s`, sql`w`)}
    ${TAGS}`.execute(trx)
  return rows
}

/** A company's SIMs after an ICC, in the order of their ICCs. */
export async function readRuledSimsAfter(
  db: Database | DatabaseTransaction,
  { companyId, after, limit }: { readonly companyId: number; readonly after: string; readonly limit: number },
): Promise<RuledSim[]> {
  const { rows } = await sql<RuledSim>`
    SELECT ${COLUMNS} FROM (
      SELECT * FROM sims WHERE company_id = ${companyId} AND iccid > ${after} COLLATE "C" ORDER BY iccid LIMIT ${limit}
    ) s ${TAGS} ORDER BY s.iccid`.execute(db)
  return rows
}
