import type { Pool } from 'pg'
import { getAuditChoices, listAudit } from '#contract/audit/audit.calls.ts'
import { type CallInput, callPath } from '#contract/call.ts'
import { getCompanies, getCompany, getCompanyChoices } from '#contract/companies/companies.calls.ts'
import { getPermitList } from '#contract/users/permits.calls.ts'
import { getUsers } from '#contract/users/users.calls.ts'
import type { Ctx } from '#server/context.ts'
import { createDatabase } from '#server/db/database.ts'
import type { Pipeline, Statement } from '#server/db/pipeline.ts'
import { auditPage } from '#server/features/audit/audit.queries.ts'
import { CROWDED, CUSTOMERS, ENTRIES, RESELLER, USERS } from './audit-fill.ts'
import { addRounds, type CallSpans, callFigure } from './call-spans.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import type { ActorName } from './fleet/actors.ts'
import { actorOf, runBare, type Trips } from './page-statement.ts'
import type { Stand } from './stand.ts'
import { median, percentile, timed } from './statistics.ts'

const ROUNDS = Number(process.env.ENLACE_BENCH_ROUNDS ?? 30)
const GOAL_MS = 50

type Search = Readonly<Record<string, string>>
const withSearch = (path: string, search: Search): string => `${path}?${new URLSearchParams(search)}`

/** Filters of the log: for common entries, rare ones, and none. */
async function searchesOf(pool: Pool, companyId: number | undefined): Promise<Record<string, Search>> {
  const own =
    companyId === undefined
      ? 'true'
      : `company_id = ANY(ARRAY(SELECT company_id FROM companies WHERE lineage @> '{${companyId}}'))`
  const { rows } = await pool.query<{ at: string; actor: string; entity_id: string; company_id: number }>(
    `SELECT to_char(at, 'YYYY-MM-DD') AS at, actor, entity_id, company_id FROM audit_log WHERE ${own} AND action = 'sim.changed'
     ORDER BY at DESC OFFSET 3 LIMIT 1`,
  )
  const [entry] = rows
  if (!entry) throw new Error('there is nothing in the log')
  const { at, actor, entity_id, company_id } = entry
  const company = String(company_id)
  return {
    all: {},
    'a common action': { action: 'login_session.opened' },
    'a rare action': { action: 'webhook.changed' },
    'no such action': { action: 'sim.imagined' },
    'a kind of thing': { entity: 'operation' },
    'one SIM': { entity: 'sim', thing: entity_id },
    'a person': { person: actor },
    unknown: { person: 'nobody@bench.test' },
    'a person’s action': { person: actor, action: 'sim.changed' },
    'a company': { company },
    'a company’s action': { company, action: 'plan.changed' },
    'a day': { from: at, to: at },
    'a year ago': { to: new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10) },
    'an action a year ago': { action: 'plan.changed', to: new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10) },
  }
}

/** The statements that the portal runs for a page of the log: its own code, with a pool that writes down what it is asked. */
async function statementsOf(pool: Pool, actor: ActorName, search: Search): Promise<Trips> {
  const recorded: (readonly Statement[])[] = []
  const listening = {
    query: (trip: Pipeline) => {
      recorded.push(trip.statements)
      return pool.query(trip)
    },
  }
  const services = { pool: listening as unknown as Pool, db: createDatabase(pool), clock: () => new Date() }
  const query = listAudit.query.parse(search) as CallInput<typeof listAudit>['query']
  await auditPage({ ...services, now: new Date(), actor: await actorOf(pool, actor) } as Ctx, query)
  return recorded
}

async function benchLog(stand: Stand, actor: ActorName, companyId: number | undefined): Promise<Figure> {
  const client = await stand.clientFor(actor)
  const all: number[] = []
  const bare: number[] = []
  for (const [name, search] of Object.entries(await searchesOf(stand.pool, companyId))) {
    const spans: number[] = []
    const own: number[] = []
    const statements = await statementsOf(stand.pool, actor, search)
    for (let round = 0; round < ROUNDS; round++) {
      spans.push(await timed(() => client.call('GET', withSearch(listAudit.path, search))))
      own.push(await timed(() => runBare(stand.pool, statements)))
    }
    console.error(
      `  audit, ${actor}, ${name}: p50 ${ms(median(spans))}, p95 ${ms(percentile(spans, 0.95))}; bare ${ms(median(own))}`,
    )
    all.push(...spans)
    bare.push(...own)
  }
  const [p95, least] = [percentile(all, 0.95), percentile(bare, 0.95)]
  return figure({
    name: `audit: pages by all filters at ${ENTRIES.toLocaleString('en')} entries, ${actor}, p50 / p95`,
    value: `${ms(median(all))} / ${ms(p95)}`,
    limit: `${ms(median(bare))} / ${ms(least)} the bare statement`,
    ratio: times(p95 / least),
    goal: `p95 ≤ ${GOAL_MS} ms`,
    reached: p95 <= GOAL_MS,
  })
}

/** Each screen's calls, beside the least call that the portal answers. */
async function benchCalls(stand: Stand, name: string, actor: ActorName, paths: Record<string, string>): Promise<Figure> {
  const client = await stand.clientFor(actor)
  const spans: CallSpans = { all: [], least: [] }
  for (const [call, path] of Object.entries(paths))
    await addRounds(spans, client, { what: `${name}, ${actor}, ${call}`, rounds: ROUNDS, pathOf: () => path })
  return callFigure(`${name}, ${actor}, p50 / p95`, spans, GOAL_MS)
}

const COMPANY_CALLS = {
  'its own': getCompanies.path,
  'the first customers': withSearch(getCompanies.path, { parent: String(RESELLER) }),
  'behind the middle': withSearch(getCompanies.path, { parent: String(RESELLER), cursor: '105000' }),
  'a search': withSearch(getCompanies.path, { search: 'transportes a' }),
  'a rare search': withSearch(getCompanies.path, { search: 'a1b2' }),
  'the active ones': withSearch(getCompanies.path, { state: 'active' }),
  'the blocked ones': withSearch(getCompanies.path, { state: 'blocked' }),
  'one of them': callPath(getCompany, { id: RESELLER }),
}

/** What a field asks that finds a company by typing. */
const CHOICE_CALLS = {
  'the first ones': withSearch(getCompanyChoices.path, { limit: '50' }),
  'a common text': withSearch(getCompanyChoices.path, { search: 'transportes', limit: '50' }),
  'a rare text': withSearch(getCompanyChoices.path, { search: 'a1b2', limit: '50' }),
  'two letters that none has': withSearch(getCompanyChoices.path, { search: 'zz', limit: '50' }),
  'the one of an address': withSearch(getCompanyChoices.path, { company: '105000' }),
}

const USER_CALLS = {
  'by name': withSearch(getUsers.path, { company: String(CROWDED) }),
  'by e-mail': withSearch(getUsers.path, { company: String(CROWDED), sort: 'email', descending: '1' }),
  'a search': withSearch(getUsers.path, { search: 'persona a1' }),
  'the invited ones': withSearch(getUsers.path, { company: String(CROWDED), state: 'invited' }),
  'with a permit': withSearch(getUsers.path, { company: String(CROWDED), permit: 'plans' }),
  'the matrix': withSearch(getPermitList.path, { company: String(CROWDED) }),
}

/** The log at ten million entries, a reseller's ten thousand customers, and a thousand people of one company. */
export async function benchAdministration(stand: Stand): Promise<Figure[]> {
  const companies = `companies: ${CUSTOMERS.toLocaleString('en')} below one`
  const users = `users: ${USERS.toLocaleString('en')} of one company`
  return [
    await benchLog(stand, 'administrator', undefined),
    await benchLog(stand, 'reseller', RESELLER),
    await benchLog(stand, 'middle', CROWDED),
    await benchCalls(stand, 'audit: what it can be filtered by', 'administrator', { choices: getAuditChoices.path }),
    await benchCalls(stand, 'audit: what it can be filtered by', 'reseller', { choices: getAuditChoices.path }),
    await benchCalls(stand, companies, 'reseller', COMPANY_CALLS),
    await benchCalls(stand, companies, 'administrator', COMPANY_CALLS),
    await benchCalls(stand, `${companies}, found by typing`, 'reseller', CHOICE_CALLS),
    await benchCalls(stand, `${companies}, found by typing`, 'administrator', CHOICE_CALLS),
    await benchCalls(stand, users, 'middle', USER_CALLS),
    await benchCalls(stand, users, 'administrator', USER_CALLS),
  ]
}
