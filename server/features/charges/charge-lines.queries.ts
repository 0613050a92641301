import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getChargeLines } from '#contract/charges.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx } from '../../context.ts'
import { rawRows } from '../../db/raw-rows.ts'
import type { ListPage } from '../../http/answers.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'

type Query = CallInput<typeof getChargeLines>['query']

/** Lines of a document that are put in order by amount each time they are asked for, in some 20 ms. Beyond, they come by ICC. */
const SORTED_LINES = 60_000

/** The columns of the list in its order. @param sign -1 for a credit note */
const columnsOf = (sign: number) => sql`
  l.iccid, l.line_no, coalesce(s.custom_field_1, ''), l.kind, l.plan_code, coalesce(t.plan_name, l.plan_code), l.usage_cycle,
  l.quantity, coalesce(t.overage_unit_mb, 1), l.unit_minor, l.amount_minor * ${sql.lit(sign)}`

/** Terms and labels of lines; a SIM that has gone to another company has no label here any more. */
const BESIDE = sql`
  LEFT JOIN charge_terms t ON t.company_id = l.company_id AND t.document_id = l.document_id AND t.plan_code = l.plan_code
    AND t.usage_cycle = l.usage_cycle
  LEFT JOIN sims s ON s.company_id = l.company_id AND s.iccid = l.iccid`

export async function chargeLinesPage(ctx: Ctx, documentId: number, query: Query): Promise<ListPage> {
  const head = await chargeHead(ctx, documentId)
  const order = head.lines <= SORTED_LINES ? BY_AMOUNT : BY_ICC
  const conditions = [ofDocument(head), ...conditionsOf(query), ...order.after(query.cursor)]
  const rows = await rawRows(
    ctx.pool,
    ctx.db,
    sql`
      SELECT ${columnsOf(signOf(head))}, l.amount_minor FROM (
        SELECT * FROM charge_lines l WHERE ${sql.join(conditions, sql` AND `)} ${order.by} LIMIT ${query.limit}
      ) l ${BESIDE} ${order.by}`,
  )
  const nextCursor = rows.length < query.limit ? undefined : cursorOf(rows.at(-1))
  return { kind: 'page', rows: rows.map((row) => row.slice(0, -1)), nextCursor }
}

/** All lines of a document, by ICC, in the columns of the list. */
export function chargeLinesQuery(head: ChargeHead): RawBuilder<unknown> {
  return sql`
    SELECT ${columnsOf(signOf(head))} FROM charge_lines l ${BESIDE} WHERE ${ofDocument(head)} ORDER BY l.iccid, l.line_no`
}

export const signOf = ({ document }: Pick<ChargeHead, 'document'>): 1 | -1 => (document === 'credit_note' ? -1 : 1)

export const ofDocument = ({ companyId, linesOf }: ChargeHead): RawBuilder<unknown> =>
  sql`l.company_id = ${companyId} AND l.document_id = ${linesOf}`

function conditionsOf({ kind, plan, icc }: Query): RawBuilder<unknown>[] {
  return [
    ...(kind ? [sql`l.kind = ${kind}`] : []),
    ...(plan ? [sql`l.plan_code = ${plan}`] : []),
    ...(icc ? [sql`l.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
  ]
}

interface Order {
  readonly by: RawBuilder<unknown>
  /** where a page ended; what is no such place is none */
  after(cursor: string | undefined): RawBuilder<unknown>[]
}

/** amount, ICC, number of the line: enough for either order. */
const CURSOR = /^(-?\d{1,18})_(\d{0,20})_(\d{1,5})$/

const cursorOf = (row: readonly (string | null)[] | undefined): string | undefined => row && `${row.at(-1)}_${row[0]}_${row[1]}`

const BY_AMOUNT: Order = {
  by: sql`ORDER BY l.amount_minor DESC, l.iccid, l.line_no`,
  after: (cursor) => {
    const [, amount, icc, line] = CURSOR.exec(cursor ?? '') ?? []
    if (!amount) return []
    return [sql`(-l.amount_minor, l.iccid, l.line_no) > (${`${-Number(amount)}`}::bigint, ${icc}, ${line}::smallint)`]
  },
}

const BY_ICC: Order = {
  by: sql`ORDER BY l.iccid, l.line_no`,
  after: (cursor) => {
    const [, amount, icc, line] = CURSOR.exec(cursor ?? '') ?? []
    return amount ? [sql`(l.iccid, l.line_no) > (${icc}, ${line}::smallint)`] : []
  },
}
