import { type RawBuilder, sql } from 'kysely'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import type { Call } from '#contract/call.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Actor, RequestContext } from '../context.ts'

/** What was asked for, as the call's schemas read it. */
interface Asked {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Whose data it was: a company that was named, the company of a thing, or (null) of all companies. */
type Subject = { readonly companyId: number } | { readonly thing: Thing; readonly id: string } | null

interface Read {
  readonly key: string
  readonly kind: string
  readonly subject: Subject
  readonly actor: Actor
  readonly ctx: Pick<RequestContext, 'now' | 'address' | 'requestId'>
}

/** How long a read waits to be written with others. */
const FLUSH_MS = 2_000
/** More companies than this named in one call count as all. */
const NAMED_MAX = 50
/** Reads remembered as noted; beyond it they are asked of the database again. */
const REMEMBERED = 20_000

interface Trail {
  readonly noted: Set<string>
  waiting: Read[]
  timer: NodeJS.Timeout | undefined
  writing: Promise<void>
}

/** Per process, keyed by the pool so that two servers in one test process have each their own. */
const trails = new WeakMap<object, Trail>()

function trailOf({ pool }: Pick<RequestContext, 'pool'>): Trail {
  const known = trails.get(pool) ?? { noted: new Set(), waiting: [], timer: undefined, writing: Promise.resolve() }
  trails.set(pool, known)
  return known
}

/** What tells nothing of a company: the reader's own account, the shop window, words and settings of the portal, and the log itself. */
const OF_NOBODY =
  /^\/(client-config|account|security|help|popups|support|audit|store|categories|hardware|openapi|requests\/cart|users\/(session|profile|address)|sim\/(searchParameters|views|reset|assignList)|plans\/(providers|planTypes|plans|kinds)|[a-z]+\/(companies|countries|facets|filters))(\/|$)/

/** The kind of data that a call reads, such as 'sim' or 'charges'; undefined when it reads none of companies. */
function kindOf({ method, path, access, list, file }: Call): string | undefined {
  const isRead = method === 'GET' || list !== undefined || file !== undefined
  if (!isRead || access === 'public' || access === 'admin' || OF_NOBODY.test(path)) return undefined
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

/** What `{id}` is below a path. */
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

function subjectsOf(kind: string, { params, query, body }: Asked): Subject[] {
  const asked = recordOf(params)
  for (const [name, value] of Object.entries(asked)) {
    const thing = name === 'id' ? ID_OF[kind] : PARAM_OF[name]
    if (thing) return [{ thing, id: String(value) }]
  }
  const filters = [asked, recordOf(query), recordOf(body), recordOf(recordOf(body).filter)]
  const companies = [...new Set(filters.flatMap(namedCompanies))]
  if (companies.length === 0 || companies.length > NAMED_MAX) return [null]
  return companies.map((companyId) => ({ companyId }))
}

const HOUR_MS = 3_600_000

const kinds = new WeakMap<Call, string | undefined>()

/**
 * Notes that somebody who sees every company has looked at data of another one: what it was, not each row of it. One entry a person,
 * company, kind and hour; written later, so that nobody waits for it.
 */
export function noteRead(ctx: RequestContext, actor: Actor, call: Call, asked: Asked): void {
  if (actor.companyIds !== 'all') return
  if (!kinds.has(call)) kinds.set(call, kindOf(call))
  const kind = kinds.get(call)
  if (kind === undefined) return
  const trail = trailOf(ctx)
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS)
  for (const subject of subjectsOf(kind, asked)) {
    if (subject && 'companyId' in subject && subject.companyId === actor.companyId) continue
    const key = `${hour} ${actor.userId} ${kind} ${JSON.stringify(subject)}`
    if (trail.noted.has(key)) continue
    if (trail.noted.size >= REMEMBERED) trail.noted.clear()
    trail.noted.add(key)
    const { now, address, requestId } = ctx
    trail.waiting.push({ key, kind, subject, actor, ctx: { now, address, requestId } })
  }
  if (trail.waiting.length === 0) return
  trail.timer ??= setTimeout(() => {
    flushReads(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'Reads of other companies could not be noted'))
  }, FLUSH_MS).unref()
}

/** Writes what waits, after what is being written. What fails is noted again the next time that it is looked at. */
export function flushReads(services: Pick<RequestContext, 'pool' | 'db'>): Promise<void> {
  const trail = trailOf(services)
  clearTimeout(trail.timer)
  trail.timer = undefined
  const batch = trail.waiting
  trail.waiting = []
  const write = async (): Promise<void> => {
    for (const [at, read] of batch.entries()) {
      await writeRead(services, read).catch((error: unknown) => {
        for (const { key } of batch.slice(at)) trail.noted.delete(key)
        throw error
      })
    }
  }
  const done = trail.writing.then(write)
  // whoever flushes hears of a failure; the next batch only waits for the end of this one
  trail.writing = done.catch(() => undefined)
  return done
}

/** The own company's data is nobody else's; a thing that does not exist is nobody's. */
async function writeRead({ db }: Pick<RequestContext, 'db'>, { kind, subject, actor, ctx }: Read): Promise<void> {
  const own = actor.companyId
  const whose =
    subject === null
      ? sql`SELECT ${own}::int AS company_id, ${OF_ALL_COMPANIES}::text AS about`
      : 'companyId' in subject
        ? sql`SELECT company_id, '' AS about FROM companies WHERE company_id = ${subject.companyId} AND company_id <> ${own}`
        : sql`SELECT t.company_id, '' AS about FROM (${THINGS[subject.thing](subject.id)}) t WHERE t.company_id <> ${own}`
  await sql`
    INSERT INTO audit_log (company_id, actor_company_id, at, user_id, actor, action, entity, entity_id, address, request_id)
    SELECT company_id, nullif(${own}::int, company_id), ${ctx.now}, ${actor.userId}, ${actor.email}, 'data.read', ${kind}, about,
      ${ctx.address}, ${ctx.requestId} FROM (${whose}) whose
    ON CONFLICT (company_id, user_id, entity, date_trunc('hour', at AT TIME ZONE 'UTC')) WHERE action = 'data.read' DO NOTHING`.execute(
    db,
  )
}
