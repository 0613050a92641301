import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getOperationCauses } from '#contract/operations/operations.calls.ts'
import { SILENCE_CAUSES } from '#domain/silence-cause.ts'
import { addUp, combineSame } from '#server/cells/merge.ts'
import { isSameSim } from '#server/db/same-sim.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { OperationPart, OperationParts } from './operation-parts.ts'

type CauseGroup = CallData<typeof getOperationCauses>[number]

/** SIMs that a group names. */
const SHOWN_SIMS = 4

/** The causes that a diagnosis has found so far, with most SIMs first. */
export async function causesOf(parts: OperationParts): Promise<CauseGroup[]> {
  const answers = await Promise.all(parts.map(causesOfPart))
  const combine = (a: CauseGroup, b: CauseGroup): CauseGroup => ({
    ...a,
    ...addUp(['lines'], a, b),
    sims: [...a.sims, ...b.sims].slice(0, SHOWN_SIMS),
  })
  return combineSame(answers, ({ cause }) => cause, combine).sort((a, b) => b.lines - a.lines || rank(a) - rank(b))
}

const rank = ({ cause }: CauseGroup): number => SILENCE_CAUSES.indexOf(cause)

async function causesOfPart({ ctx: { db, actor }, row }: OperationPart): Promise<CauseGroup[]> {
  const { companyId, operationId, kind } = row
  if (kind !== 'diagnose') return []
  const { rows } = await sql<CauseGroup>`
    WITH groups AS MATERIALIZED (
      SELECT code, count(*)::int AS lines, (array_agg(iccid ORDER BY line))[1:${SHOWN_SIMS}] AS iccids,
        (array_agg(sim_company_id ORDER BY line))[1:${SHOWN_SIMS}] AS companies
      FROM operation_items
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state IN ('succeeded', 'failed')
        AND code = ANY(${[...SILENCE_CAUSES]}::text[])
      GROUP BY 1
    )
    SELECT g.code AS cause, g.lines, (
        SELECT json_agg(json_build_object('icc', f.iccid, 'customField1', coalesce(s.custom_field_1, '')) ORDER BY f.place)
        FROM unnest(g.iccids, g.companies) WITH ORDINALITY AS f(iccid, company_id, place)
        LEFT JOIN sims s ON ${isSameSim(sql`s`, sql`f`)} AND ${inScope(scopeOf(actor), sql`s.company_id`)}
      ) AS sims
    FROM groups g`.execute(db)
  return rows
}
