import { type RawBuilder, sql } from 'kysely'
import type { BellLine, BellMark, getBell } from '#contract/bell/bell.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { BELL_COUNT_MAX, BELL_DAYS, type BellKind, bellKindsOf, bellOutcome } from '#domain/bell.ts'
import { daysBefore } from '#domain/time.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { addUp, byKeys, combineSame, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { type Keyset, keyset, nextCursor } from '#server/db/keyset.ts'
import { administersPortal } from '#server/db/scope.ts'
import { BELL_SOURCES, type BellSource, type SourcePart } from './bell-sources.ts'
import { type BellState, readState } from './bell-state.ts'

/** A line as it is stored. */
interface Row {
  readonly key: string
  readonly at: string
  readonly isUnread: boolean
  readonly companyName: string
  readonly sim: string
  readonly spans: boolean
  readonly data: Readonly<Record<string, unknown>> & { readonly kind: BellKind }
}

const orderBy = (at: RawBuilder<unknown>, key: RawBuilder<unknown>): Keyset =>
  keyset(
    [
      { expression: at, type: 'moment' },
      { expression: sql`(${key}) COLLATE "C"`, type: 'text' },
    ],
    'DESC',
  )
const ORDER = orderBy(sql`l.at`, sql`l.key`)
const newestFirst = byKeys<Row>(({ at, key }) => [at, key], 'DESC')

interface Part {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly isUnreadOnly?: boolean
}

/** Newer than what was read as a whole, and not opened since it last grew. */
const isNew = (
  { readTo, opened }: BellState,
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${at} > ${readTo}::timestamptz AND NOT EXISTS (
    SELECT FROM unnest(${Object.keys(opened)}::text[], ${Object.values(opened)}::timestamptz[]) AS o(key, at)
    WHERE o.key = ${key} AND o.at >= ${at}))`

/** The label of the only SIM of a line, or its ICC. */
const SIM = sql`coalesce((
  SELECT coalesce(nullif(s.custom_field_1, ''), s.iccid) FROM sims s WHERE s.company_id = l.sim_company_id AND s.iccid = l.iccid), '')`

/** The newest lines of some sources in one place: each gives as many as are asked for, so that none is read further than needed. */
async function linesOf(ctx: Ctx, sources: readonly BellSource[], state: BellState, part: Part): Promise<Row[]> {
  if (sources.length === 0) return []
  const oldest = daysBefore(ctx.now, BELL_DAYS)
  const readTo = new Date(state.readTo)
  const since = part.isUnreadOnly && readTo > oldest ? readTo : oldest
  const isAsked: SourcePart['isAsked'] = (at, key) =>
    sql`${orderBy(at, key).after(part.cursor)} AND ${part.isUnreadOnly ? isNew(state, at, key) : sql`true`}`
  const conditions = sql`${isAsked(sql`l.at`, sql`l.key`)} AND ${part.isUnreadOnly ? sql`NOT l.is_read` : sql`true`}`
  const parts = sources.map(
    ({ rows }) => sql`(
      SELECT * FROM (${rows(ctx, { since, isAsked, limit: part.limit })}) l
      WHERE ${conditions} ${ORDER.orderBy} LIMIT ${part.limit})`,
  )
  const { rows } = await sql<Row>`
    SELECT l.key, ${momentText(sql`l.at`)} AS at, NOT l.is_read AND ${isNew(state, sql`l.at`, sql`l.key`)} AS "isUnread", coalesce(c.business_name, '') AS "companyName",
      ${sources.some(({ isInDirectory }) => isInDirectory) ? sql`''` : SIM} AS sim, l.spans, l.data
    FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) l ${ORDER.orderBy} LIMIT ${part.limit}) l
    LEFT JOIN companies c ON c.company_id = l.company_id AND c.company_id <> ${ctx.actor.companyId}
    ${ORDER.orderBy}`.execute(ctx.db)
  return rows
}

/** Invoices that are overdue since the same day, in two cells. */
function sumInvoices(a: Row, b: Row): Row {
  const count = Number(a.data.count) + Number(b.data.count)
  return { ...a, companyName: '', data: { ...a.data, count, documentId: null, documentNumber: '' } }
}

/** Incidents are of networks, which no company has to itself. */
const kindsOf = ({ actor }: Ctx): BellKind[] =>
  bellKindsOf(actor).filter((kind) => kind !== 'incidents' || administersPortal(actor))

/** Lines of all that the reader may see and wants to, newest first. */
async function readRows(ctx: Ctx, state: BellState, part: Part): Promise<Row[]> {
  const kinds = kindsOf(ctx).filter((kind) => !state.offKinds.includes(kind))
  const sources = BELL_SOURCES.filter(({ kind }) => kinds.includes(kind))
  const [outside = [], inside = []] = [true, false].map((is) =>
    sources.filter(({ isInDirectory = false }) => isInDirectory === is),
  )
  const answers = await Promise.all([
    linesOf(ctx, outside, state, part),
    fromEachCell(ctx, (cell) => linesOf(cell, inside, state, part)),
  ])
  const [directory, cells] = answers
  const same = (a: Row, b: Row): Row => (a.data.kind === 'invoices' ? sumInvoices(a, b) : a)
  const rows = combineSame([directory, ...cells], ({ at, key }) => `${at} ${key}`, same)
  return mergeSorted([rows, []], newestFirst, part.limit)
}

interface OperationPart {
  readonly operationId: number
  readonly isOpen: boolean
  readonly at: string
  readonly total: number
  readonly succeeded: number
  readonly failed: number
}

/** Operations with parts in several cells have ended when the last part has: its line is that of the whole, the others are left out. */
async function wholeOperations(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const isPart = ({ spans, data }: Row): boolean => spans && data.kind === 'operations'
  const ids = rows.filter(isPart).map(({ data }) => data.operationId)
  if (ids.length === 0) return [...rows]
  const found = await fromEachCell(ctx, async ({ db, actor }) => {
    const { rows: parts } = await sql<OperationPart>`
      SELECT operation_id AS "operationId", state NOT IN ('finished', 'cancelled') AS "isOpen",
        coalesce(${momentText(sql`finished_at`)}, '') AS at, total, succeeded, failed
      FROM operations WHERE company_id = ${actor.companyId} AND operation_id = ANY(${ids}::int[])`.execute(db)
    return parts
  })
  const wholes = new Map(
    combineSame(
      found,
      ({ operationId }) => operationId,
      (a, b) => ({
        ...addUp(['total', 'succeeded', 'failed'], a, b),
        operationId: a.operationId,
        isOpen: a.isOpen || b.isOpen,
        at: a.at > b.at ? a.at : b.at,
      }),
    ).map(({ operationId, isOpen, at, ...counts }) => [operationId, { isOpen, at, counts }]),
  )
  return rows.flatMap((row) => {
    if (!isPart(row)) return row
    const whole = wholes.get(Number(row.data.operationId))
    return whole && !whole.isOpen && whole.at === row.at ? { ...row, data: { ...row.data, ...whole.counts } } : []
  })
}

function lineOf({ key, at, isUnread, companyName, sim, data }: Row): BellLine {
  const line = { ...data, key, at, isUnread, companyName }
  switch (data.kind) {
    case 'operations':
      return { ...line, sim, what: data.what ?? bellOutcome(data as unknown as OperationPart) } as unknown as BellLine
    case 'alarms':
    case 'rules':
    case 'locks':
      return { ...line, sim } as unknown as BellLine
    default:
      return line as unknown as BellLine
  }
}

/** A page of the reader's bell. */
export async function bellPage(
  ctx: Ctx,
  { limit, cursor }: CallInput<typeof getBell>['query'],
): Promise<CallData<typeof getBell>> {
  const state = await readState(ctx.db, ctx.actor.userId, ctx.now)
  const rows = await readRows(ctx, state, { limit, cursor })
  return {
    lines: (await wholeOperations(ctx, rows)).map(lineOf),
    nextCursor: nextCursor(rows, limit, ({ at, key }) => [at, key]) ?? null,
    kinds: kindsOf(ctx).map((kind) => ({ kind, isOn: !state.offKinds.includes(kind) })),
  }
}

/** How many lines are unread, up to a bound. The newest of them is part of the version, so that a line that grows is another one. */
export async function bellMark(ctx: Ctx, state: BellState): Promise<BellMark> {
  const rows = await readRows(ctx, state, { limit: BELL_COUNT_MAX, isUnreadOnly: true })
  const unreadLines = await wholeOperations(ctx, rows)
  const [first] = unreadLines
  return { unread: unreadLines.length, version: first ? `${unreadLines.length} ${first.at} ${first.key}` : '0' }
}
