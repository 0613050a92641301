import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { MASS_SENTENCES } from '#contract/operations/operation-messages.ts'
import type {
  listOperationItems as itemsCall,
  OperationData,
  OperationProgress,
} from '#contract/operations/operations.calls.ts'
import { operationItemList } from '#contract/operations/operations.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { Language } from '#domain/languages.ts'
import { maySteer, openActions, openLines, operationOutcome, progressPercent } from '#domain/operations.ts'
import { addUp, byKeys, combineSame } from '#server/cells/merge.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { codeSentence } from './code-sentence.ts'
import { suspendedNetworks } from './forecast.ts'
import { inCellsOf, type OperationPart, type OperationParts, wholeOf } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'
import { finalSentence } from './single-action.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export function progressOf(operation: OperationRow): OperationProgress {
  const { operationId, kind, state, total, counts } = operation
  return { operationId, kind, state, total, counts, percent: progressPercent(counts) }
}

/** Window of the processing rate, seconds. */
const RATE_WINDOW_S = 30

/** The data of an operation's page. */
export async function operationData(parts: OperationParts): Promise<OperationData> {
  const [{ ctx }] = parts
  const operation = wholeOf(parts)
  const asked = [reasonsOf(ctx, parts), paceOf(ctx, parts), companyNameOf(ctx, operation)] as const
  const [reasons, pace, companyName] = await Promise.all(asked)
  const { counts, state } = operation
  const filter = operation.filter as { filter: SimFilter } | null
  return {
    ...progressOf(operation),
    source: operation.source,
    filter: filter?.filter ?? null,
    fileName: operation.fileName,
    parameters: operation.parameters,
    reason: operation.reason,
    user: operation.actor,
    companyId: operation.companyId,
    companyName,
    createdAt: operation.createdAt.toISOString(),
    scheduledAt: iso(operation.scheduledAt),
    startedAt: iso(operation.startedAt),
    finishedAt: iso(operation.finishedAt),
    coolingUntil: iso(pace.coolingUntil),
    rate: pace.rate,
    expectedAt: iso(pace.expectedAt),
    reasons,
    actions: openActions(operation.kind, state, counts).filter((action) => maySteer(action, operation.kind, ctx.actor)),
    summary: await summaryOf(ctx, operation),
  }
}

async function companyNameOf({ db }: Ctx, { companyId }: OperationRow): Promise<string> {
  const company = db.selectFrom('companies').select('business_name').where('company_id', '=', companyId)
  return (await company.executeTakeFirstOrThrow()).business_name
}

/** The summary once all lines are final: for a single SIM how it ended, for many that all is done. */
async function summaryOf(ctx: Ctx, operation: OperationRow): Promise<string> {
  const outcome = operationOutcome(operation.counts)
  if (outcome === undefined) return ''
  if (operation.source === 'single') return finalSentence(ctx, operation)
  return outcome === 'all' ? MASS_SENTENCES.allDone[ctx.language] : ''
}

interface ReasonRow {
  readonly state: OperationData['reasons'][number]['state']
  readonly code: string
  readonly said: string
  readonly lines: number
  readonly since: Date | null
}

/**
 * Why lines failed or were skipped, and why open lines wait. Lines for a network that does not answer are not sent, so nothing is
 * stored in them: they are counted as waiting for it.
 */
async function reasonsOf({ language }: Ctx, parts: OperationParts): Promise<OperationData['reasons']> {
  const answers = await Promise.all(parts.map(reasonsOfPart))
  const combine = (a: ReasonRow, b: ReasonRow): ReasonRow => ({
    ...a,
    ...addUp(['lines'], a, b),
    since: earlier(a.since, b.since),
  })
  const same = combineSame(answers, ({ state, code, said }) => JSON.stringify([state, code, said]), combine)
  const most = same.sort(byKeys(({ lines, code }) => [-lines, code])).slice(0, MAX_REASONS)
  return most.map(({ state, code, lines, since, said }) => {
    return { state, code, lines, since: iso(since), text: codeSentence({ code, text: said }, language) }
  })
}

const MAX_REASONS = 50

async function reasonsOfPart({ ctx: { db, now }, row }: OperationPart): Promise<ReasonRow[]> {
  const { companyId, operationId, state: stage } = row
  const isHeldBack = sql`${stage} = 'running' AND state = 'pending' AND code = '' AND due_at <= ${now}
    AND network = ANY(${await suspendedNetworks(db)})`
  const { rows } = await sql<ReasonRow>`
    SELECT state, CASE WHEN state = 'pending' AND code = '' THEN 'unreachable' ELSE code END AS code,
      CASE WHEN state = 'failed' OR code = 'type_not_editable' THEN text ELSE '' END AS said, count(*)::int AS lines,
      min(updated_at) FILTER (WHERE state = 'running') AS since FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId}
      AND (state IN ('failed', 'skipped', 'cancelled') OR state <> 'succeeded' AND code NOT IN ('', 'cooling_off') OR ${isHeldBack})
    GROUP BY 1, 2, 3 ORDER BY lines DESC, 2 LIMIT ${MAX_REASONS}`.execute(db)
  return rows
}

async function paceOf({ now }: Ctx, parts: OperationParts) {
  const { state, counts } = wholeOf(parts)
  const open = openLines(counts)
  if (state !== 'running' || open === 0) return { rate: null, expectedAt: null, coolingUntil: null }
  const found = await Promise.all(parts.map(progressOfPart))
  const { settled, began, waiting, coolingUntil } = found.reduce((a, b) => ({
    ...addUp(['settled', 'waiting'], a, b),
    began: earlier(a.began, b.began),
    coolingUntil: earlier(a.coolingUntil, b.coolingUntil),
  }))
  if (coolingUntil) return { rate: null, expectedAt: coolingUntil, coolingUntil }
  if (settled === 0 || began === null) return { rate: null, expectedAt: null, coolingUntil }
  const rate = settled / Math.max((now.getTime() - began.getTime()) / 1000, 1)
  // unknown when the network will answer
  const expectedAt = waiting > 0 ? null : new Date(now.getTime() + (open / rate) * 1000)
  return { rate, expectedAt, coolingUntil }
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (b < a ? b : a) : (a ?? b))

interface PartProgress {
  readonly settled: number
  readonly began: Date | null
  readonly waiting: number
  readonly coolingUntil: Date | null
}

async function progressOfPart({ ctx: { db, now }, row }: OperationPart): Promise<PartProgress> {
  const { companyId, operationId } = row
  const since = new Date(now.getTime() - RATE_WINDOW_S * 1000)
  const { rows } = await sql<PartProgress>`
    SELECT count(*) FILTER (WHERE state IN ('succeeded', 'failed') AND updated_at > ${since})::int AS settled,
      min(updated_at) FILTER (WHERE state IN ('succeeded', 'failed') AND updated_at > ${since}) AS began,
      count(*) FILTER (WHERE state IN ('pending', 'running') AND code <> '')::int AS waiting,
      min(due_at) FILTER (WHERE state = 'pending' AND phase = 'cooling') AS "coolingUntil"
    FROM operation_items WHERE company_id = ${companyId} AND operation_id = ${operationId}`.execute(db)
  return rows[0] ?? { settled: 0, began: null, waiting: 0, coolingUntil: null }
}

type ItemsQuery = CallInput<typeof itemsCall>['query']

const BY_LINE = keyset([{ expression: sql`i.line`, type: 'integer' }])

/** The lines of an operation in their order. */
export async function listItemPage(parts: OperationParts, query: ItemsQuery): Promise<ListPageAnswer> {
  const ctx = inCellsOf(parts)
  const { companyId, operationId } = parts[0].row
  const conditions = [
    sql`i.company_id = ${companyId} AND i.operation_id = ${operationId}`,
    ...(query.state ? [sql`state = ${query.state}`] : []),
    ...(query.code !== undefined ? [sql`code = ${query.code}`] : []),
    BY_LINE.after(query.cursor),
  ]
  const page = await pageOfCells(
    ctx,
    sql`
      SELECT line, coalesce(given, iccid), coalesce((
        SELECT s.custom_field_1 FROM sims s WHERE s.iccid = i.iccid AND ${inScope(scopeOf(ctx.actor), sql`s.company_id`)}), ''), state, code, text, retryable, attempts,
        CASE WHEN state = 'pending' AND isfinite(due_at) THEN ${isoText(sql`due_at`)} END, ${isoText(sql`updated_at`)}, from_status
      FROM operation_items i WHERE ${sql.join(conditions, sql` AND `)} ${BY_LINE.orderBy} LIMIT ${query.limit}`,
    { order: BY_LINE, keysOf: keysIn(operationItemList.names, ['line']), limit: query.limit },
  )
  return { ...page, rows: page.rows.map((row) => withSentence(row, ctx.language)) }
}

const CODE = operationItemList.names.indexOf('code')
const TEXT = operationItemList.names.indexOf('text')

function withSentence(row: readonly (string | null)[], language: Language): (string | null)[] {
  return row.with(TEXT, codeSentence({ code: row[CODE] ?? '', text: row[TEXT] ?? '' }, language))
}
