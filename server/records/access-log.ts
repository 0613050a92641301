import { type RawBuilder, sql } from 'kysely'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import type { Call } from '#contract/call.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Cell } from '../cells/cells.ts'
import type { Actor, RequestContext } from '../context.ts'

/** The input of a call, as its schemas parsed it. */
interface AccessInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The company whose data was read: named in the call, the owner of a thing, or (null) all companies. */
type Subject = { readonly companyId: number } | { readonly thing: Thing; readonly id: string } | null

interface AccessRecord {
  readonly key: string
  readonly kind: string
  readonly subject: Subject
  readonly actor: Actor
  readonly ctx: Pick<RequestContext, 'now' | 'address' | 'requestId'>
}

/** How long records are gathered before they are written together. */
const FLUSH_MS = 2_000
/** More named companies than this count as all. */
const COMPANIES_MAX = 50
/** Keys kept in memory as recorded; beyond it the database decides. */
const RECORDED_MAX = 20_000

interface AccessLog {
  readonly recorded: Set<string>
  pending: AccessRecord[]
  timer: NodeJS.Timeout | undefined
  writing: Promise<void>
}

/** Per process, keyed by the pool so that two servers in one test process are separate. */
const accessLogs = new WeakMap<object, AccessLog>()

function accessLogOf({ pool }: Pick<RequestContext, 'pool'>): AccessLog {
  const known = accessLogs.get(pool) ?? { recorded: new Set(), pending: [], timer: undefined, writing: Promise.resolve() }
  accessLogs.set(pool, known)
  return known
}

/** Paths without data of a company: the reader's own account, the store, labels and settings of the portal, and the log itself. */
const WITHOUT_COMPANY_DATA =
  /^\/(client-config|account|security|help|popups|support|audit|store|categories|hardware|openapi|requests\/cart|users\/(session|profile|address)|sim\/(searchParameters|views|reset|assignList)|plans\/(providers|planTypes|plans|kinds)|[a-z]+\/(companies|countries|facets|filters))(\/|$)/

/** The kind of data that a call reads, such as 'sim' or 'charges'; undefined when it reads no company's data. */
function kindOf({ method, path, access, list, file }: Call): string | undefined {
  const isRead = method === 'GET' || list !== undefined || file !== undefined
  if (!isRead || access === 'public' || access === 'admin' || WITHOUT_COMPANY_DATA.test(path)) return undefined
  const [, kind] = path.split('/')
  return kind === 'sim' ? 'sims' : kind === 'alarm' ? 'alarms' : kind
}

const THINGS = {
  sim: (id: string) => sql`SELECT company_id FROM sim_registry WHERE iccid = ANY(${iccidCandidates(id)}::text[])`,
  operation: (id: string) => sql`SELECT company_id FROM operations WHERE operation_id = ${id}::bigint`,
  request: (id: string) => sql`SELECT company_id FROM requests WHERE request_id = ${id}::bigint`,
  document: (id: string) => sql`SELECT company_id FROM charges WHERE document_id = ${id}::bigint`,
  company: (id: string) => sql`SELECT company_id FROM companies WHERE company_id = ${id}::bigint`,
  user: (id: string) => sql`SELECT company_id FROM users WHERE user_id = ${id}::bigint`,
} satisfies Readonly<Record<string, (id: string) => RawBuilder<unknown>>>
type Thing = keyof typeof THINGS

/** The meaning of `{id}` below a path. */
const ID_OF: Readonly<Record<string, Thing>> = { sims: 'sim', requests: 'request', users: 'user', companies: 'company' }
const PARAM_OF: Readonly<Record<string, Thing>> = {
  icc: 'sim',
  operationId: 'operation',
  documentId: 'document',
  userId: 'user',
}
const COMPANY_NAMES = ['company', 'companyId', 'companyIds'] as const

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function namedCompanies(from: Readonly<Record<string, unknown>>): number[] {
  return COMPANY_NAMES.flatMap((name) => from[name] ?? []).filter((id): id is number => typeof id === 'number')
}

function subjectsOf(kind: string, { params, query, body }: AccessInput): Subject[] {
  const byName = recordOf(params)
  for (const [name, value] of Object.entries(byName)) {
    const thing = name === 'id' ? ID_OF[kind] : PARAM_OF[name]
    if (thing) return [{ thing, id: String(value) }]
  }
  const filters = [byName, recordOf(query), recordOf(body), recordOf(recordOf(body).filter)]
  const companies = [...new Set(filters.flatMap(namedCompanies))]
  if (companies.length === 0 || companies.length > COMPANIES_MAX) return [null]
  // those below them are read as well
  const others = filters.some(({ subsidiaries }) => subsidiaries === true || subsidiaries === 'true') ? [null] : []
  return [...companies.map((companyId) => ({ companyId })), ...others]
}

const kinds = new WeakMap<Call, string | undefined>()

/**
 * Records that a user who sees every company has read data of another one: its kind, not each row. One entry per user, company,
 * kind and hour; written later, so that no request waits for it.
 */
export function recordAccess(ctx: RequestContext, actor: Actor, call: Call, input: AccessInput): void {
  const { companyIds, companyId: own } = actor.home ?? actor
  if (companyIds !== 'all') return
  if (!kinds.has(call)) kinds.set(call, kindOf(call))
  const kind = kinds.get(call)
  if (kind === undefined) return
  const accessLog = accessLogOf(ctx)
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS)
  for (const named of subjectsOf(kind, input)) {
    const subject = named ?? (actor.home ? { companyId: actor.companyId } : null)
    if (subject && 'companyId' in subject && subject.companyId === own) continue
    const key = `${hour} ${actor.userId} ${kind} ${JSON.stringify(subject)}`
    if (accessLog.recorded.has(key)) continue
    if (accessLog.recorded.size >= RECORDED_MAX) accessLog.recorded.clear()
    accessLog.recorded.add(key)
    const { now, address, requestId } = ctx
    accessLog.pending.push({ key, kind, subject, actor: actor.home ?? actor, ctx: { now, address, requestId } })
  }
  if (accessLog.pending.length === 0) return
  accessLog.timer ??= setTimeout(() => {
    flushAccessLog(ctx).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'Access to other companies could not be recorded'),
    )
  }, FLUSH_MS).unref()
}

/** Writes the pending records, after those that are being written. A record that fails is written at the next access. */
export function flushAccessLog(services: Pick<RequestContext, 'pool' | 'cells'>): Promise<void> {
  const accessLog = accessLogOf(services)
  clearTimeout(accessLog.timer)
  accessLog.timer = undefined
  const batch = accessLog.pending
  accessLog.pending = []
  const write = async (): Promise<void> => {
    for (const [at, record] of batch.entries()) {
      await writeAccess(services, record).catch((error: unknown) => {
        for (const { key } of batch.slice(at)) accessLog.recorded.delete(key)
        throw error
      })
    }
  }
  const done = accessLog.writing.then(write)
  // the caller gets a failure; the next batch only waits for the end of this one
  accessLog.writing = done.catch(() => undefined)
  return done
}

/** Writes in the cell of the company whose data was read. Skips data of the reader's own company, and things that do not exist. */
async function writeAccess({ cells }: Pick<RequestContext, 'cells'>, record: AccessRecord): Promise<void> {
  for (const cell of cells.all) await writeAccessIn(cell, record)
}

async function writeAccessIn({ cellId, db }: Cell, { kind, subject, actor, ctx }: AccessRecord): Promise<void> {
  const own = actor.companyId
  const subjects =
    subject === null
      ? sql`SELECT ${own}::int AS company_id, ${OF_ALL_COMPANIES}::text AS about`
      : 'companyId' in subject
        ? sql`SELECT company_id, '' AS about FROM companies WHERE company_id = ${subject.companyId} AND company_id <> ${own}`
        : sql`SELECT t.company_id, '' AS about FROM (${THINGS[subject.thing](subject.id)}) t WHERE t.company_id <> ${own}`
  await sql`
    WITH whose AS (${subjects})
    INSERT INTO audit_log (company_id, actor_company_id, at, user_id, actor, action, entity, entity_id, address, request_id)
    SELECT company_id, nullif(${own}::int, company_id), ${ctx.now}, ${actor.userId}, ${actor.email}, 'data.read', ${kind}, about,
      ${ctx.address}, ${ctx.requestId} FROM whose WHERE company_id IN (SELECT company_id FROM companies WHERE cell_id = ${cellId})
    ON CONFLICT (company_id, user_id, entity, date_trunc('hour', at AT TIME ZONE 'UTC'))
    WHERE action = 'data.read' DO NOTHING`.execute(db)
}
