import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getChargeLines } from '#contract/charges/charges.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx } from '#server/context.ts'
import { keyset, nextCursor } from '#server/db/keyset.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'

type Query = CallInput<typeof getChargeLines>['query']

/** The columns of the list in its order. @param sign -1 for a credit note */
const columnsOf = (sign: number) => sql`
  l.iccid, l.line_no, coalesce(s.custom_field_1, ''), l.kind, l.plan_code, coalesce(t.plan_name, l.plan_code), l.usage_cycle,
  coalesce(l.days_from::text, ''), coalesce((l.days_to - 1)::text, ''), l.quantity, coalesce(t.overage_unit_mb, 1), l.unit_minor, l.amount_minor * ${sql.lit(sign)}`

/** Terms and labels of lines; a SIM that moved to another company has no label here any more. */
const TERM_COLUMNS = sql`
  LEFT JOIN charge_terms t ON t.company_id = l.company_id AND t.document_id = l.document_id AND t.plan_code = l.plan_code
    AND t.usage_cycle = l.usage_cycle
  LEFT JOIN sims s ON s.company_id = l.company_id AND s.iccid = l.iccid`

/** A page of a document's lines, highest amounts first. */
export async function chargeLinesPage(ctx: Ctx, documentId: number, query: Query): Promise<ListPageAnswer> {
  const head = await chargeHead(ctx, documentId)
  const found = query.icc ? simLines(head, query, query.icc) : conceptLines(head, query)
  const rows = await rawRows(
    ctx,
    sql`SELECT ${columnsOf(signOf(head))}, -l.amount_minor FROM (${found}) l ${TERM_COLUMNS} ${DEAREST_FIRST.orderBy}`,
  )
  const next = nextCursor(rows, query.limit, (row) => [row.at(-1), row[0], row[1]])
  return { kind: 'page', rows: rows.map((row) => row.slice(0, -1)), nextCursor: next }
}

/** The lines of one SIM: few in a document. */
function simLines(head: ChargeHead, query: Query, icc: string): RawBuilder<unknown> {
  const conditions = [
    ofDocument(head),
    sql`l.iccid = ANY(${iccidCandidates(icc)}::text[])`,
    ...ofConcept('l', query),
    DEAREST_FIRST.after(query.cursor),
  ]
  return sql`SELECT * FROM charge_lines l WHERE ${sql.join(conditions, sql` AND `)} ${DEAREST_FIRST.orderBy} LIMIT ${query.limit}`
}

/**
 * Merges the first lines of each kind and plan, which an index has in order: a document of a million lines has some hundred of
 * these.
 */
function conceptLines({ companyId, linesOf }: ChargeHead, query: Query): RawBuilder<unknown> {
  const concepts = [sql`g.company_id = ${companyId}`, sql`g.document_id = ${linesOf}`, ...ofConcept('g', query)]
  const same = ['company_id', 'document_id', 'plan_code', 'kind'].map((name) => sql`l.${sql.ref(name)} = g.${sql.ref(name)}`)
  return sql`
    SELECT l.* FROM charge_sums g CROSS JOIN LATERAL (
      SELECT * FROM charge_lines l WHERE ${sql.join([...same, DEAREST_FIRST.after(query.cursor)], sql` AND `)} ${DEAREST_FIRST.orderBy} LIMIT ${query.limit}
    ) l WHERE ${sql.join(concepts, sql` AND `)} ${DEAREST_FIRST.orderBy} LIMIT ${query.limit}`
}

/** All lines of a document, by ICC, in the columns of the list. */
export function chargeLinesQuery(head: ChargeHead): RawBuilder<unknown> {
  return sql`
    SELECT ${columnsOf(signOf(head))} FROM charge_lines l ${TERM_COLUMNS} WHERE ${ofDocument(head)} ORDER BY l.iccid, l.line_no`
}

export const signOf = ({ document }: Pick<ChargeHead, 'document'>): 1 | -1 => (document === 'credit_note' ? -1 : 1)

export const ofDocument = ({ companyId, linesOf }: ChargeHead): RawBuilder<unknown> =>
  sql`l.company_id = ${companyId} AND l.document_id = ${linesOf}`

const ofConcept = (table: string, { kind, plan }: Query): RawBuilder<unknown>[] => [
  ...(kind ? [sql`${sql.ref(`${table}.kind`)} = ${kind}`] : []),
  ...(plan ? [sql`${sql.ref(`${table}.plan_code`)} = ${plan}`] : []),
]

/** In the words of the index: a page goes on where the last one ended by a single condition on it. */
const DEAREST_FIRST = keyset([
  { expression: sql`-l.amount_minor`, type: 'integer' },
  { expression: sql`l.iccid`, type: 'text' },
  { expression: sql`l.line_no`, type: 'integer' },
])
