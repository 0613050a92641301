import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBell } from '#contract/bell/bell.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { createRule, getFirings, pauseRule, tryRule } from '#contract/rules/rules.calls.ts'
import { anomalyOfText } from '#domain/anomalies.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { findAnomalies } from '#server/features/anomalies/find-anomalies.ts'
import { startRuleOperations } from '#server/features/operations/start-rule-operations.ts'
import { mailFirings } from '#server/features/rules/mail-firings.ts'
import { takeReadings } from '#server/rule-engine/take-readings.ts'
import { COMPANIES } from '#test/fleet.ts'
import { loadPlantedFleet } from '#test/load-planted-fleet.ts'
import { plantFleet } from '#test/planted-fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

type Body = CallArguments<typeof createRule>['body']

const DAY = '2026-11-24'
const OFFSET = '-03:00'
const company = COMPANIES.andes
const midnight = new Date(`${DAY}T00:00:00${OFFSET}`).getTime()
/** Rules are saved within this hour of the day. */
const SAVED_IN = 11
const savedMs = midnight + SAVED_IN * HOUR_MS + 30 * MINUTE_MS
const log = pino({ level: 'silent' })

const portal = await startPortal()
const { db } = portal.services
afterAll(() => portal.close())

const stayLoggedIn = () =>
  sql`UPDATE login_sessions SET created_at = ${portal.clock.now}, last_seen_at = ${portal.clock.now}`.execute(db)
async function passHour(hour: number): Promise<void> {
  portal.clock.now = new Date(midnight + (hour + 1) * HOUR_MS + 21 * MINUTE_MS)
  while ((await findAnomalies(portal.services)) > 0);
  while ((await takeReadings(portal.services)) > 0);
}

const RULES = {
  any: { trigger: { kind: 'anomaly', of: 'any' }, actions: { operation: 'cutData' } },
  loops: { trigger: { kind: 'anomaly', of: 'sessions' }, actions: { tag: 'En bucle' } },
  late: { trigger: { kind: 'anomaly', of: 'any' }, conditions: { hours: { from: 16, to: 0 } }, limits: { everyHours: 3 } },
  none: { trigger: { kind: 'anomaly', of: 'any' }, conditions: { tags: ['Nunca'] } },
  models: { trigger: { kind: 'modelAnomaly', of: 'any' }, actions: { emails: ['ops@andes.test'] } },
  silence: { trigger: { kind: 'modelAnomaly', of: 'silence' } },
} as const satisfies Record<string, Pick<Body, 'trigger' | 'conditions' | 'actions' | 'limits'>>
type Name = keyof typeof RULES
const NAMES = Object.keys(RULES) as Name[]
const ruleIds = new Map<Name, number>()

const bodyOf = (name: Name): Body => ({
  name: `Regla ${name}`,
  company,
  ...(RULES[name] as unknown as Omit<Body, 'name' | 'company'>),
})

interface Named {
  readonly icc: string
  readonly label: string
  readonly at: string
}
const order = (list: readonly Named[]): Named[] =>
  list
    .map(({ icc, label, at }) => ({ icc, label, at }))
    .toSorted((a, b) => (`${a.at} ${a.icc} ${a.label}` < `${b.at} ${b.icc} ${b.label}` ? -1 : 1))

async function fired(name: Name) {
  await stayLoggedIn()
  const rows = await readRows(portal, getFirings, 'ana', { query: { limit: 1000, rule: ruleIds.get(name) } })
  return rows.map((row) => ({ ...row, at: new Date(row.date).toISOString() }))
}

async function trialOf(name: Name) {
  await stayLoggedIn()
  const { name: _, ...body } = bodyOf(name)
  return portal.data(tryRule, 'ana', { body })
}

const anomalies = async () => {
  const { rows } = await sql<{ kind: string; device: string; iccid: string; beganAt: Date; hours: number }>`
    SELECT kind, device, iccid, began_at AS "beganAt", hours FROM anomalies WHERE company_id = ${company}`.execute(db)
  return rows
}

beforeAll(async () => {
  // what the small fleet has would be of the same company
  await sql`DELETE FROM sim_tallies`.execute(db)
  await sql`UPDATE sims SET device = ''`.execute(db)
  await loadPlantedFleet(db, plantFleet(7, DAY, company), { companyId: company, offset: OFFSET })
  for (let hour = -1; hour < SAVED_IN; hour++) await passHour(hour)
  portal.clock.now = new Date(savedMs)
  await stayLoggedIn()
  for (const name of NAMES) {
    const { ruleId } = await portal.data(createRule, 'ana', { body: bodyOf(name) })
    ruleIds.set(name, ruleId)
  }
  while ((await takeReadings(portal.services)) > 0);
  for (let hour = SAVED_IN; hour < 24; hour++) await passHour(hour)
})

test.each(NAMES)(
  'a rule fires for the SIMs and models, and at the moments, that a trial names afterwards: %s',
  async (name) => {
    const { latest, firings, totalSims, triedSims } = await trialOf(name)
    expect(firings).toBe(latest.length)
    expect(triedSims).toBe(totalSims)
    const since = latest.filter(({ at }) => Date.parse(at) >= savedMs)
    expect(order(await fired(name))).toEqual(order(since))
    expect(since.length > 0).toBe(name !== 'none')
  },
)

test('once for each anomaly, however many hours it goes on, and not for those that were there before', async () => {
  const rows = await anomalies()
  const ofSims = rows.filter(({ iccid }) => iccid !== '')
  const began = ofSims.filter(({ beganAt }) => beganAt.getTime() + HOUR_MS > savedMs)
  expect(began.length).toBeLessThan(ofSims.length)
  expect(ofSims.some(({ beganAt, hours }) => hours > 1 && beganAt.getTime() > savedMs)).toBe(true)
  const all = await fired('any')
  expect(all.map(({ icc }) => icc).toSorted()).toEqual(began.map(({ iccid }) => iccid).toSorted())
  // the last minute of the hour in which it began
  const moments = new Set(began.map(({ beganAt }) => beganAt.getTime() + 59 * MINUTE_MS))
  expect(all.every(({ at }) => moments.has(Date.parse(at)))).toBe(true)
})

test('the firing has the figures of its sentence, in the mail, the bell and the list', async () => {
  const [first] = await fired('models')
  expect(anomalyOfText(first?.value ?? '')).toMatchObject({ device: first?.label })
  expect(first).toMatchObject({ icc: '', trigger: 'modelAnomaly' })
  const bell = await portal.data(getBell, 'ana', { query: {} })
  expect(bell.lines).toContainEqual(expect.objectContaining({ kind: 'rules', trigger: 'modelAnomaly', sim: '' }))
  await mailFirings(portal.services)
  const mail = await db.selectFrom('mails').select(['subject', 'text']).executeTakeFirstOrThrow()
  expect(mail.subject).toMatch(/^Regla models: \d modelos? · Transportes Andes Sur SpA$/)
  expect(mail.text).toMatch(
    /en silencio [\d.]+ de [\d.]+ SIMs que siempre se comunican a esa hora|usan mucho más que otras semanas/,
  )
})

test('its data is cut and its tag is put on, with the rights of who saved the rule', async () => {
  await startRuleOperations(portal.services, log)
  const cuts = await fired('any')
  expect(new Set(cuts.map(({ operation, cut }) => `${operation} ${cut}`))).toEqual(new Set(['started due']))
  const loops = await fired('loops')
  expect(new Set(loops.map(({ tag }) => tag))).toEqual(new Set(['started']))
  const operations = await db.selectFrom('operations').select(['kind', 'actor', 'total']).execute()
  expect(operations).toEqual([
    { kind: 'tag', actor: `rule ${ruleIds.get('loops')}`, total: new Set(loops.map(({ icc }) => icc)).size },
  ])
})

test('what is read again, and by a rule that acts again, fires nothing more; nothing of it is another tenant’s', async () => {
  const before = (await fired('any')).length
  portal.clock.now = new Date(portal.clock.now.getTime() + 6 * MINUTE_MS)
  while ((await takeReadings(portal.services)) > 0);
  const ruleId = ruleIds.get('any') ?? 0
  await stayLoggedIn()
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: false } })
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: true } })
  while ((await takeReadings(portal.services)) > 0);
  expect(await fired('any')).toHaveLength(before)
  expect(await readRows(portal, getFirings, 'flota', { query: { limit: 1000 } })).toEqual([])
  const { name: _, ...body } = bodyOf('any')
  expect((await portal.request(tryRule, 'flota', { body })).statusCode).toBe(404)
  const own = await portal.data(tryRule, 'flota', { body: { ...body, company: COMPANIES.pacifico } })
  expect(own.firings).toBe(0)
})

test('a SIM that a rule is not for fires nothing when it becomes one, unless something new is found', async () => {
  const [icc = ''] = (await fired('any')).map((one) => one.icc)
  await sql`
    WITH tag AS (
      INSERT INTO tags (company_id, name, key, colour, sims, created_at) VALUES (${company}, 'Nunca', 'nunca', 'grey', 1, now()) RETURNING company_id, tag_id
    )
    INSERT INTO sim_tags (company_id, iccid, tag_id, place) SELECT company_id, ${icc}, tag_id, 40 FROM tag`.execute(db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 6 * MINUTE_MS)
  while ((await takeReadings(portal.services)) > 0);
  expect(await fired('none')).toEqual([])
  expect((await trialOf('none')).latest.map((one) => one.icc)).toContain(icc)
})

test.each([
  [RULES.models.trigger, { actions: { operation: 'cutData' } }, 'actions.operation'],
  [RULES.models.trigger, { conditions: { plans: ['IOT250'] } }, 'conditions.plans'],
  [{ kind: 'anomaly', of: 'storm' }, {}, 'trigger.of'],
] as const)('a rule for %j with %j is refused at its field', async (trigger, given, field) => {
  const body = { ...bodyOf('any'), conditions: {}, actions: {}, trigger, ...given } as unknown as Body
  const refused = await portal.envelope(createRule, 'ana', { body })
  expect(refused).toMatchObject({ status: false, code: 'invalid_request' })
  expect(Object.keys(refused.fields ?? {})).toEqual([field])
})
