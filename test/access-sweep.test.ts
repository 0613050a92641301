import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Call, isForPeople, isOfWholePortal } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { ACCOUNT_RULES } from './access/account.ts'
import { ALARMS } from './access/alarms.ts'
import { ANOMALIES } from './access/anomalies.ts'
import { BELL } from './access/bell.ts'
import { CHARGE_RULES } from './access/charges.ts'
import { GEOFENCES } from './access/geofences.ts'
import { INTEGRATIONS } from './access/integrations.ts'
import { INVENTORY } from './access/inventory.ts'
import { createKeys } from './access/keys.ts'
import { NETWORKS } from './access/networks.ts'
import { NOTICES } from './access/notices.ts'
import { OPERATIONS } from './access/operations.ts'
import { PEOPLE } from './access/people.ts'
import type { Rule, RuleArea } from './access/rule.ts'
import { ACTING_RULES } from './access/rules.ts'
import { SIM_RULES } from './access/sims.ts'
import { STORE } from './access/store.ts'
import { SUPPORT } from './access/support.ts'
import { needsWeakerRule, WEAKER } from './access/weaker.ts'
import { COMPANIES, type FleetUser } from './fleet.ts'
import { newcomer } from './newcomers.ts'
import { startPortal } from './portal.ts'
import { workingIn } from './working-in.ts'

const AREAS: readonly RuleArea[] = [
  ...[
    ACCOUNT_RULES,
    PEOPLE,
    SIM_RULES,
    OPERATIONS,
    INVENTORY,
    NETWORKS,
    ALARMS,
    ACTING_RULES,
    ANOMALIES,
    GEOFENCES,
    CHARGE_RULES,
    STORE,
    NOTICES,
    INTEGRATIONS,
    SUPPORT,
    BELL,
  ],
]

/** One rule for each call of the contract. A call without one fails the sweep. */
const RULES = new Map(AREAS.flatMap(({ rules }) => Object.entries(rules)))

/** What changes nothing for others: reads by POST, previews, what is the reader's own until it is sent, and settings set as they are. */
const SILENT = [
  // its mail is audited when it is made
  'POST /users/restorePassword',
  'POST /agents/request',
  'POST /users/names',
  'POST /sim/facets',
  'POST /sim/map',
  'POST /sim/readChatSms/{id}',
  'POST /sim/massiveActivation',
  'POST /sim/massiveHibernation',
  'POST /sim/massiveReactivation',
  'POST /sim/massiveTermination',
  'POST /sim/massiveReset',
  'POST /sim/massiveRestore',
  'POST /sim/massiveDiagnosis',
  'POST /sim/massiveSms',
  'POST /sim/massiveCustom',
  'POST /sim/massivePlan',
  'POST /sim/massiveTag',
  'POST /sim/massiveGroup',
  'POST /sim/massiveLock',
  'POST /sim/assignSims',
  'POST /alarm/trial',
  'POST /rule/try',
  'PUT /requests/cart',
  'POST /requests/cart',
  'DELETE /requests/cart',
  'POST /users/secondFactor/begin',
  // there are no others, nothing is different, the picture is there: each has its row when it does something
  'POST /users/sessions/end',
  'POST /users/sessions/{sessionId}/end',
  'PUT /networks/{networkId}',
  'PUT /networks/rules',
  'POST /networks/drifts/settle',
  'POST /hardware/pictures',
  'PUT /plans/plan/{id}',
  // by the thread that imports, with what it imports
  'POST /inventory/imports/{importId}/apply',
  // messages are their own record, for both sides
  'POST /support/conversation/messages',
  'POST /support/conversation/read',
  'POST /support/conversations/{conversationId}/messages',
  'POST /support/conversations/{conversationId}/read',
  // what a person has read and wants to see is of no concern to others
  'POST /bell/read',
  'PUT /bell/kinds/{kind}',
  // the choice of what is shown changes nothing
  'PUT /users/session/company',
  'POST /users/view',
  'DELETE /users/view',
  'DELETE /companies/company/{id}',
]

const keyOf = (call: Call) => `${call.method} ${call.path}`
/** The same for everyone, so browsers keep it. */
const SHARED = new Set(['GET /map/{file}'])
const ruleOf = (call: Call): Rule => {
  const rule = RULES.get(keyOf(call))
  if (!rule) throw new Error(`No access rule for ${keyOf(call)}: add one to its area in test/access`)
  return rule
}

// with a mail server that does not exist: sent mails stay queued
const portal = await startPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
for (const { prepare } of AREAS) await prepare(portal)
const keys = await createKeys(portal)
/** One who may all, and works in a single company. */
const inPacifico = await workingIn(
  portal,
  await newcomer(portal, { companyId: COMPANIES.operator, isAdmin: true, canHibernate: true, email: 'otra@enlace.test' }),
  COMPANIES.pacifico,
)
/** An administrator who manages users and companies, and holds no more than that. */
const weaker = await newcomer(portal, { companyId: COMPANIES.operator, permits: ['users', 'companies'], isAdmin: true })
afterAll(() => portal.close())

const withKey = (name: string, call: Call) =>
  portal.request(call, undefined, ruleOf(call).rightly(portal), { headers: { 'x-api-key': keys.get(name) ?? '' } })

/** The one who may make the call, in Andes or (for administrators' calls) above it. */
const allowed = (call: Call): FleetUser => (call.access === 'admin' ? 'admin' : 'ana')

/** What names Andes in an answer: its SIMs, its name, its people. */
function andesTraces(body: string): string[] {
  const marks = [
    'Andes',
    'andes',
    ...portal.fleet.sims.filter((sim) => sim.companyId < COMPANIES.pacifico).map((sim) => sim.iccid),
  ]
  return marks.filter((mark) => body.includes(mark))
}

test('every call has a rule and every rule a call', () => {
  expect([...RULES.keys()].sort()).toEqual(CONTRACT.map(keyOf).sort())
})

const named = (calls: readonly Call[]) => calls.map((call) => [keyOf(call), call] as const)
const GUARDED = CONTRACT.filter((call) => call.access !== 'public')

test.each(named(CONTRACT))('%s is refused without the client key [S7.02]', async (_, call) => {
  const args = ruleOf(call).rightly(portal)
  const response = await portal.request(call, undefined, args, { headers: { 'x-api-key': 'wrong' } })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_api_key'])
})

test.each(named(GUARDED))(
  '%s is refused without a session, with the literal that the page expects [S8.02]',
  async (_, call) => {
    const response = await portal.request(call, undefined, ruleOf(call).rightly(portal))
    expect([response.statusCode, response.json().error]).toEqual([401, 'Client not logged in'])
  },
)

test.each(named(GUARDED.filter((call) => call.access !== 'login')))(
  '%s is refused without the permit [S6.02]',
  async (_, call) => {
    const response = await portal.request(call, call.access === 'admin' ? 'ana' : 'nadie', ruleOf(call).rightly(portal))
    expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
  },
)

test.each(named(GUARDED.filter((call) => call.access !== 'admin')))(
  '%s shows another company nothing of this one',
  async (_, call) => {
    const { rightly, theirs, elsewhere, status = 200 } = ruleOf(call)
    const response = await portal.request(call, 'flota', theirs ?? rightly(portal))
    if (elsewhere === 'not_found') expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    else expect(response.statusCode).toBe(status)
    if (elsewhere === 'own') expect(andesTraces(response.body)).toEqual([])
  },
)

/** What is the person's own is so wherever they work, and a key is made for no other company. */
const OF_PERSON = [
  'PUT /users/profile',
  'GET /users/session/companies',
  'PUT /users/session/company',
  'POST /support/conversation/messages',
  'POST /apiKeys',
]
const NARROWED = GUARDED.filter((call) => !OF_PERSON.includes(keyOf(call)))

test.each(named(NARROWED))('%s gives an administrator who works in another company no more of this one', async (_, call) => {
  const { rightly, theirs, elsewhere, status = 200 } = ruleOf(call)
  const response = await inPacifico(call, theirs ?? rightly(portal))
  if (isOfWholePortal(call)) expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
  else if (elsewhere === 'not_found') expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  else expect(response.statusCode).toBe(status)
  if (elsewhere === 'own') expect(andesTraces(response.body)).toEqual([])
})

const FOR_KEYS = GUARDED.filter((call) => call.access !== 'admin' && !isForPeople(call))

test.each(named(GUARDED.filter((call) => call.access !== 'login' || isForPeople(call))))(
  '%s is refused to an API key without the permit, and to every key where it is for people',
  async (_, call) => {
    const response = await withKey(FOR_KEYS.includes(call) ? call.access : 'login', call)
    expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
  },
)

/** A restart is a GET that acts, and one a minute. */
const READS = FOR_KEYS.filter((call) => call.method === 'GET' && call.path !== '/sim/reset/{id}')

test.each(named(READS))(
  '%s shows an API key of another company nothing of this one, and one of this company all',
  async (_, call) => {
    const [foreign, own] = [await withKey('pacifico', call), await withKey('login', call)]
    const { elsewhere } = ruleOf(call)
    expect(foreign.statusCode).toBe(elsewhere === 'not_found' ? 404 : 200)
    if (elsewhere === 'own') expect(andesTraces(foreign.body)).toEqual([])
    expect(own.statusCode, own.body.slice(0, 300)).toBe(200)
  },
)

const WEAKER_CALLS = CONTRACT.filter(needsWeakerRule)
const outcomeOf = (call: Call) => WEAKER[keyOf(call)]

test('every administrators’ call, and every one that changes another person, says what a weaker administrator gets', () => {
  expect(Object.keys(WEAKER).sort()).toEqual(WEAKER_CALLS.map(keyOf).sort())
})

test.each(named(WEAKER_CALLS.filter((call) => outcomeOf(call) !== 'allowed')))(
  '%s gives a weaker administrator no more than they hold',
  async (_, call) => {
    const response = await weaker.ask(call, ruleOf(call).rightly(portal))
    if (outcomeOf(call) === 'hidden') expect(response.json().data.secret).not.toBe('shown')
    else
      expect([response.json().code, response.statusCode]).toEqual([outcomeOf(call), outcomeOf(call) === 'conflict' ? 409 : 403])
  },
)

/** Calls that change something without an audit row when made as they are here. */
const unaudited: string[] = []
const auditRows = async (): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM audit_log WHERE action <> 'data.read'`.execute(
    portal.db,
  )
  return rows[0]?.rows ?? 0
}
const changes = ({ method, list, file }: Call) => method !== 'GET' && list === undefined && file === undefined

test.each(named(CONTRACT))('%s is answered when made rightly', async (_, call) => {
  const before = await auditRows()
  const response = await portal.request(
    call,
    call.access === 'public' ? undefined : allowed(call),
    ruleOf(call).rightly(portal),
  )
  expect(response.statusCode, response.body.slice(0, 300)).toBe(ruleOf(call).status ?? 200)
  if (!SHARED.has(keyOf(call))) expect(response.headers['cache-control']).toBe('no-store')
  if (response.statusCode === 200 && changes(call) && (await auditRows()) === before) unaudited.push(keyOf(call))
})

test('every call that changes something for others stands in the audit', () => {
  expect(unaudited.filter((key) => !SILENT.includes(key))).toEqual([])
})

// after all others, for what one of them has done cannot be done again
test.each(named(WEAKER_CALLS.filter((call) => outcomeOf(call) === 'allowed')))(
  '%s is not refused to a weaker administrator',
  async (_, call) => {
    const response = await weaker.ask(call, ruleOf(call).rightly(portal))
    expect(response.statusCode, response.body.slice(0, 300)).toBeLessThan(500)
    expect(response.statusCode).not.toBe(403)
  },
)
