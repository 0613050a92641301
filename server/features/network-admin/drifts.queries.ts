import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { SETTLE_PROBLEM_SENTENCES } from '#contract/network-admin/network-messages.ts'
import { driftList, type listDrifts as listCall } from '#contract/network-admin/networks.calls.ts'
import type { Language } from '#domain/languages.ts'
import { RECONCILE_PROBLEMS } from '#domain/network-alignment.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText, momentText } from '#server/db/iso-text.ts'
import { keyset } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { isOfKind } from './drift-kinds.ts'

type Query = CallInput<typeof listCall>['query']

const OLDEST_FIRST = keyset([
  { expression: sql`d.found_at`, type: 'moment' },
  { expression: sql`d.company_id`, type: 'integer' },
  { expression: sql`d.iccid`, type: 'text' },
])

/** What a side has of a profile or of a lock to a device: their text is 'network → portal'. */
const valueAt = (side: 'network' | 'portal') => sql`
  CASE WHEN ${isOfKind('state')} THEN '' ELSE split_part(d.problem_text, ' → ', ${side === 'network' ? 1 : 2}::int) END`

/** SIMs whose network differs from the portal, the oldest differences first. */
export async function listDriftPage(ctx: Ctx, query: Query): Promise<ListPageAnswer> {
  const conditions = [
    sql`d.settled_at IS NULL`,
    ...(query.networkId ? [sql`r.network_id = ${query.networkId}`] : []),
    ...(query.kind ? [isOfKind(query.kind)] : []),
    OLDEST_FIRST.after(query.cursor),
  ]
  const page = await pageOfCells(
    ctx,
    sql`
      SELECT d.iccid, d.company_id, c.business_name, coalesce(r.network_id, ''), coalesce(n.name, ''), s.administrative_status, d.network_state,
        ${valueAt('portal')}, ${valueAt('network')}, ${isoText(sql`d.found_at`)}, d.problem, d.problem_text, coalesce(o.goal, ''), coalesce(o.actor, ''), ${isoText(sql`o.requested_at`)},
        ${momentText(sql`d.found_at`)}
      FROM sim_drifts d
      JOIN sims s ON s.company_id = d.company_id AND s.iccid = d.iccid
      JOIN companies c ON c.company_id = d.company_id
      LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
      LEFT JOIN networks n ON n.network_id = r.network_id
      LEFT JOIN network_orders o ON o.company_id = d.company_id AND o.iccid = d.iccid
      WHERE ${sql.join(conditions, sql` AND `)}
      ${OLDEST_FIRST.orderBy} LIMIT ${query.limit}`,
    { order: OLDEST_FIRST, keysOf: (row) => [row.at(-1), row[1], row[0]], limit: query.limit },
  )
  return { ...page, rows: page.rows.map((row) => withSentence(row.slice(0, -1), ctx.language)) }
}

const PROBLEM = driftList.names.indexOf('problem')
const TEXT = driftList.names.indexOf('problemText')

/** Adds the sentence for the problem, with the network's own text. */
function withSentence(row: RawRow, language: Language): RawRow {
  const problem = RECONCILE_PROBLEMS.find((one) => one === row[PROBLEM])
  if (!problem) return row
  const sentence = SETTLE_PROBLEM_SENTENCES[problem][language]
  return row.with(TEXT, row[TEXT] ? `${sentence}: ${row[TEXT]}` : sentence)
}
