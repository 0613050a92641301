import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getBell } from '#contract/bell/bell.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import {
  answerRule,
  changeRule,
  createRule,
  deleteRule,
  getFirings,
  getRules,
  pauseRule,
  stopRules,
  tryRule,
} from '#contract/rules/rules.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { createWebhook } from '#contract/webhooks/webhooks.calls.ts'
import { FIRED_DAYS } from '#domain/fired-days.ts'
import { COMPANY_ACTING_RULES_MAX } from '#domain/rules.ts'
import { tagKey } from '#domain/tags.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { startRuleOperations } from '#server/features/operations/start-rule-operations.ts'
import { mailFirings } from '#server/features/rules/mail-firings.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { judgeSilence, judgeWaitingFacts, watchSims } from '#server/rule-engine/judge-facts.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

type Body = CallArguments<typeof createRule>['body']

const log = pino({ level: 'silent' })
/** 12:00 in Chile, where Andes is */
const NOON = new Date('2026-11-25T15:00:00Z')
const portal = await startPortal({ now: NOON })
const { db } = portal.services
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await sql`DELETE FROM rules`.execute(db)
  await sql`DELETE FROM rule_stops`.execute(db)
  for (const table of ['rule_facts', 'rule_firings', 'rule_hours', 'mails'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db)
})

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
let used = 0
/** A SIM that no other test has. */
const nextSim = () => {
  const sim = active[used++]
  if (!sim) throw new Error('no active SIM is left')
  return sim
}

const bodyOf = (given: Partial<Body> = {}): Body => ({
  ...{ name: 'Mucho consumo', company: COMPANIES.andes, trigger: { kind: 'data', per: 'day', mb: 10 } },
  ...{ actions: { emails: ['ops@andes.test'] } },
  ...given,
})

let sessions = 0
const records = (iccid: string, given: Partial<UsageRecord> & { readonly mb?: number } = {}): UsageRecord => {
  const { mb = 0, ...rest } = given
  const atMs = portal.clock.now.getTime()
  return {
    ...{
      kind: 'started',
      clientId: 0,
      nas: '',
      iccid,
      sessionKey: `R${++sessions}`,
      startedAtMs: atMs,
      atMs,
      hasSourceClock: true,
    },
    ...{ inputBytes: 0, outputBytes: mb * BYTES_PER_MB, facts: {}, fingerprint: `f${sessions}` },
    ...rest,
  }
}

/** Reports that are counted, and wait to be judged. */
async function receive(...messages: UsageRecord[]): Promise<void> {
  await storeUsageMessages(db, messages, portal.clock.now)
  await countAll({ db, log, clock: portal.services.clock })
}

async function report(...messages: UsageRecord[]): Promise<void> {
  await receive(...messages)
  await judgeAll()
}

async function judgeAll(): Promise<void> {
  await countAll({ db, log, clock: portal.services.clock })
  for (const step of [judgeWaitingFacts, watchSims, judgeSilence]) while ((await step(portal.services)) > 0);
}

const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
const make = async (given: Partial<Body> = {}) => (await portal.data(createRule, 'ana', { body: bodyOf(given) })).ruleId
/** by another user where the first one's session has ended */
const fired = (person: 'ana' | 'reseller' = 'ana') => readRows(portal, getFirings, person)
const rules = () => readRows(portal, getRules, 'ana')

test('a rule is created, listed, changed, paused and deleted, with an audit row each', async () => {
  const ruleId = await make()
  expect(await rules()).toMatchObject([
    { ruleId, name: 'Mucho consumo', trigger: 'data', active: true, stopped: false, firings: 0, lastFiredAt: null },
  ])
  await portal.data(changeRule, 'ana', { body: { ...bodyOf({ name: 'Otra' }), ruleId } })
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: false } })
  expect(await rules()).toMatchObject([{ name: 'Otra', active: false }])
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: true } })
  await portal.data(deleteRule, 'ana', { params: { id: ruleId } })
  expect(await rules()).toEqual([])
  const audit = await auditRows(portal, { entity: 'rule' })
  expect(audit.map(({ action }) => action)).toEqual([
    'rule.created',
    'rule.changed',
    'rule.paused',
    'rule.resumed',
    'rule.deleted',
  ])
})

test.each([
  [{ name: '' }, 'name'],
  [{ trigger: { kind: 'data', per: 'day', mb: 0 } }, 'trigger.mb'],
  [{ trigger: { kind: 'place', where: 'inside', areas: ['Chile'] } }, 'trigger.areas'],
  [{ trigger: { kind: 'place', where: 'inside', areas: [] } }, 'trigger.areas'],
  [{ conditions: { hours: { from: 8, to: 8 } } }, 'conditions.hours'],
  [{ conditions: { plans: ['NADA'] } }, 'conditions.plans'],
  [{ conditions: { groups: ['Nada'] } }, 'conditions.groups'],
  [{ actions: { emails: ['ana'] } }, 'actions.emails.0'],
  [{ actions: { escalation: { minutes: 0, emails: ['ops@andes.test'] } } }, 'actions.escalation.minutes'],
  [{ actions: { escalation: { minutes: 5, emails: [] } } }, 'actions.escalation.emails'],
] as const)('a rule with %j is refused at its field', async (given, field) => {
  const refused = await portal.envelope(createRule, 'ana', { body: bodyOf(given as unknown as Partial<Body>) })
  expect(refused).toMatchObject({ status: false, code: 'invalid_request' })
  expect(Object.keys(refused.fields ?? {})).toEqual([field])
})

test('a rule does no more than who saves it may, and a company has a limited number', async () => {
  const hibernates = bodyOf({ company: COMPANIES.andesNorte, actions: { operation: 'hibernate' } })
  expect((await portal.envelope(createRule, 'sub', { body: hibernates })).fields).toMatchObject({
    'actions.operation': 'No tiene permiso para hacer esto a las SIMs',
  })
  expect((await portal.envelope(createRule, 'luis', { body: bodyOf() })).code).toBe('not_allowed')
  const other = bodyOf({ company: COMPANIES.pacifico })
  expect((await portal.envelope(createRule, 'ana', { body: other })).code).toBe('not_found')
  for (let n = 0; n < COMPANY_ACTING_RULES_MAX; n++) await make()
  expect((await portal.envelope(createRule, 'ana', { body: bodyOf() })).fields).toHaveProperty('name')
})

test('a report over the limit fires once: bell, mail, webhook, timeline, list', async () => {
  const { iccid, label } = nextSim()
  const endpoint = { url: 'https://hooks.andes.test/', events: ['rule.fired'], description: '' } as const
  await portal.data(createWebhook, 'ana', { body: { companyId: COMPANIES.andes, includesBelow: false, ...endpoint } as never })
  const ruleId = await make()
  later(MINUTE_MS)
  await report(records(iccid, { mb: 12 }))
  await report(records(iccid, { mb: 12 }))
  const [one, ...others] = await fired()
  expect(others).toEqual([])
  expect(one).toMatchObject({
    ruleId,
    rule: 'Mucho consumo',
    icc: iccid,
    label,
    trigger: 'data',
    operation: 'none',
    tag: 'none',
  })
  expect(one?.value).toBe(String(12 * BYTES_PER_MB))
  expect(new Date(one?.date ?? '')).toEqual(portal.clock.now)
  expect(await rules()).toMatchObject([{ firings: 1, firedByDay: `${'0,'.repeat(FIRED_DAYS - 1)}1` }])
  while ((await mailFirings(portal.services)) > 0);
  const mails = await db.selectFrom('mails').select(['kind', 'address', 'subject', 'text']).execute()
  expect(mails).toMatchObject([
    { kind: 'rule', address: 'ops@andes.test', subject: expect.stringContaining('Mucho consumo: 1 SIM') },
  ])
  expect(mails[0]?.text).toContain('12 MB')
  const { body } = await db
    .selectFrom('webhook_messages')
    .select('body')
    .where('event', '=', 'rule.fired')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body).data.items).toMatchObject([{ ruleId, icc: iccid, trigger: 'data', rule: 'Mucho consumo' }])
  const { lines } = await portal.data(getBell, 'ana')
  expect(lines[0]).toMatchObject({ kind: 'rules', ruleId, ruleName: 'Mucho consumo', sims: 1 })
  const events = await portal.data(getSimHistory, 'ana', { params: { icc: iccid } })
  expect(events).toContainEqual(expect.objectContaining({ kind: 'rule_fired', actor: `rule ${ruleId}` }))
})

test('a rule is listed with how often it fired on each of the last days of its company', async () => {
  const companyId = COMPANIES.andes
  const ruleId = await make()
  const hours = [
    // the midnight of Chile, three hours behind, is between them
    ['2026-11-25T02:30:00Z', 4],
    ['2026-11-25T03:30:00Z', 2],
    ['2026-11-25T14:10:00Z', 1],
    ['2026-11-12T03:10:00Z', 5],
    // the day before the first
    ['2026-11-12T02:50:00Z', 90],
  ] as const
  for (const [at, sims] of hours)
    await sql`
      INSERT INTO rule_hours (company_id, rule_id, hour, at, rule_name, iccid, sims)
      VALUES (${companyId}, ${ruleId}, date_trunc('hour', ${at}::timestamptz), ${at}, '', '', ${sims})`.execute(db)
  expect(await rules()).toMatchObject([{ firedByDay: '5,0,0,0,0,0,0,0,0,0,0,0,4,3' }])
})

test('a rule hibernates and tags its SIMs once, by one operation each, as the rule', async () => {
  const sims = [nextSim(), nextSim()]
  const ruleId = await make({ actions: { operation: 'hibernate', tag: 'Consumo alto' } })
  later(MINUTE_MS)
  await report(...sims.map(({ iccid }) => records(iccid, { mb: 50 })))
  while ((await startRuleOperations(portal.services, log)) > 0);
  const operations = await db
    .selectFrom('operations')
    .select(['kind', 'actor', 'total', 'operation_id'])
    .orderBy('operation_id')
    .execute()
  expect(operations).toMatchObject([
    { kind: 'tag', actor: `rule ${ruleId}`, total: 2 },
    { kind: 'hibernate', actor: `rule ${ruleId}`, total: 2 },
  ])
  expect((await fired()).map(({ operation, tag, operationId }) => [operation, tag, operationId])).toEqual([
    ['started', 'started', operations[1]?.operation_id],
    ['started', 'started', operations[1]?.operation_id],
  ])
  const started = await auditRows(portal, { entity: 'operation' })
  expect(started.map(({ actor }) => actor)).toEqual([`rule ${ruleId}`, `rule ${ruleId}`])
})

test('a rule whose owner lost the right does nothing to SIMs', async () => {
  const { iccid } = nextSim()
  await make({ actions: { operation: 'restart' } })
  const { userId } = portal.fleet.people.ana
  const { permits } = await db.selectFrom('users').select('permits').where('user_id', '=', userId).executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ permits: ['alarmas'] })
    .where('user_id', '=', userId)
    .execute()
  later(MINUTE_MS)
  await report(records(iccid, { mb: 50 }))
  while ((await startRuleOperations(portal.services, log)) > 0);
  await db.updateTable('users').set({ permits }).where('user_id', '=', userId).execute()
  expect(await fired()).toMatchObject([{ operation: 'refused' }])
})

test('what was used before a rule was made counts to the day, and does not fire by itself', async () => {
  const [over, under] = [nextSim(), nextSim()]
  await report(records(over.iccid, { mb: 15 }), records(under.iccid, { mb: 6 }))
  later(MINUTE_MS)
  await make()
  later(MINUTE_MS)
  await report(records(over.iccid, { mb: 1 }), records(under.iccid, { mb: 6 }))
  expect((await fired()).map(({ icc }) => icc)).toEqual([under.iccid])
})

test('a paused rule and a company that stopped its rules do nothing, nor for what was reported meanwhile', async () => {
  const { iccid } = nextSim()
  const ruleId = await make({ trigger: { kind: 'sessions', count: 1 } })
  const two = () => report(records(iccid), records(iccid))
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: false } })
  later(MINUTE_MS)
  await two()
  await portal.data(pauseRule, 'ana', { params: { id: ruleId }, body: { active: true } })
  await portal.data(stopRules, 'ana', { body: { company: COMPANIES.andes, stopped: true } })
  expect(await rules()).toMatchObject([{ stopped: true, active: true }])
  later(MINUTE_MS)
  await two()
  expect(await fired()).toEqual([])
  later(2 * HOUR_MS)
  await portal.data(stopRules, 'reseller', { body: { company: COMPANIES.andes, stopped: false } })
  later(MINUTE_MS)
  await two()
  expect(await fired('reseller')).toHaveLength(1)
})

test('conditions mean SIMs as they are when they are reported', async () => {
  const [one, other] = [nextSim(), nextSim()]
  await make({ conditions: { plans: [one.planCode], statuses: [2] } })
  later(MINUTE_MS)
  await db
    .updateTable('sims')
    .set({ plan_code: one.planCode === 'SMS' ? 'TEL50' : 'SMS' })
    .where('iccid', '=', other.iccid)
    .execute()
  await report(records(one.iccid, { mb: 50 }), records(other.iccid, { mb: 50 }))
  expect((await fired()).map(({ icc }) => icc)).toEqual([one.iccid])
  await db.updateTable('sims').set({ plan_code: other.planCode }).where('iccid', '=', other.iccid).execute()
})

test('in quiet hours mails wait, and what is done is done', async () => {
  const { iccid } = nextSim()
  await make({ limits: { quiet: { from: 12, to: 13 } } })
  later(MINUTE_MS)
  await report(records(iccid, { mb: 50 }))
  expect(await fired()).toHaveLength(1)
  expect(await mailFirings(portal.services)).toBe(0)
  later(HOUR_MS)
  expect(await mailFirings(portal.services)).toBe(1)
  expect(await db.selectFrom('mails').select('address').execute()).toEqual([{ address: 'ops@andes.test' }])
})

test('a rule mails at once, and then at most once in its hour', async () => {
  const [one, other] = [nextSim(), nextSim()]
  await make({ limits: { digestMinutes: 60 } })
  const mailed = async (sim: { readonly iccid: string }) => {
    await report(records(sim.iccid, { mb: 50 }))
    return mailFirings(portal.services)
  }
  later(MINUTE_MS)
  expect(await mailed(one)).toBe(1)
  later(20 * MINUTE_MS)
  expect(await mailed(other)).toBe(0)
  later(41 * MINUTE_MS)
  expect(await mailFirings(portal.services)).toBe(1)
  expect(await db.selectFrom('mails').select('address').execute()).toHaveLength(2)
})

const answer = (ruleId: number, body: CallArguments<typeof answerRule>['body'], person: 'ana' | 'reseller' = 'ana') =>
  portal.envelope(answerRule, person, { params: { id: ruleId }, body })
const startAll = async () => {
  while ((await startRuleOperations(portal.services, log)) > 0);
}

test('a rule that asks does nothing until a person confirms: one SIM, then all others; the first answer counts', async () => {
  const sims = [nextSim(), nextSim(), nextSim(), nextSim()]
  const ruleId = await make({ actions: { operation: 'restart', asks: true, emails: ['ops@andes.test'] } })
  later(MINUTE_MS)
  await report(...sims.map(({ iccid }) => records(iccid, { mb: 50 })))
  await startAll()
  const asked = await fired()
  expect(asked.map(({ operation, asks, acknowledgedBy }) => [operation, asks, acknowledgedBy])).toEqual(
    sims.map(() => ['asked', 'restart', '']),
  )
  expect(await readRows(portal, getFirings, 'ana', { query: { operation: 'asked' } })).toHaveLength(4)
  while ((await mailFirings(portal.services)) > 0);
  const { text } = await db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  expect(text).toContain('Espera su confirmación: Reiniciar.')
  expect(text).toContain(`/rule-firings?rule=${ruleId}&operation=asked`)

  const [first, second] = asked.map(({ firingId }) => firingId)
  expect(await answer(ruleId, { answer: 'decline', firingIds: [first ?? 0] })).toMatchObject({ data: { answered: 1 } })
  expect(await answer(ruleId, { answer: 'confirm', firingIds: [first ?? 0] }, 'reseller')).toMatchObject({
    message: 'Ya estaba respondida',
    data: { answered: 0 },
  })
  expect(await answer(ruleId, { answer: 'confirm', firingIds: [second ?? 0] })).toMatchObject({ data: { answered: 1 } })
  await startAll()
  expect((await fired()).map(({ operation }) => operation).sort()).toEqual(['asked', 'asked', 'declined', 'started'])
  expect(await answer(ruleId, { answer: 'confirm' }, 'reseller')).toMatchObject({ data: { answered: 2 } })
  await startAll()
  const rows = await fired()
  expect(rows.map(({ operation }) => operation).sort()).toEqual(['declined', 'started', 'started', 'started'])
  expect(new Set(rows.map(({ acknowledgedBy }) => acknowledgedBy))).toEqual(
    new Set([portal.fleet.people.ana.email, portal.fleet.people.reseller.email]),
  )
  const operations = await db
    .selectFrom('operations')
    .select(['actor', 'total'])
    .where('actor', '=', `rule ${ruleId}`)
    .execute()
  expect(operations.map(({ total }) => total).sort()).toEqual([1, 2])
  const audit = await auditRows(portal, { entity: 'rule', entity_id: String(ruleId) })
  expect(audit.map(({ action }) => action)).toEqual(['rule.created', 'rule.declined', 'rule.confirmed', 'rule.confirmed'])
})

test('what a rule asked lapses when it is changed or deleted, and who may not do it can’t confirm it', async () => {
  const { iccid } = nextSim()
  const body = bodyOf({ actions: { operation: 'hibernate', asks: true } })
  const { ruleId } = await portal.data(createRule, 'ana', { body })
  later(MINUTE_MS)
  await report(records(iccid, { mb: 50 }))
  // may see the company's rules, and not hibernate
  expect(await answer(ruleId, { answer: 'confirm' }, 'reseller')).toMatchObject({
    code: 'not_allowed',
    error: 'No tiene permiso para hacer esto a las SIMs',
  })
  expect(await fired()).toMatchObject([{ operation: 'asked' }])
  await portal.data(changeRule, 'ana', { body: { ...body, actions: { operation: 'restart', asks: true }, ruleId } })
  expect(await fired()).toMatchObject([{ operation: 'lapsed', asks: '' }])
  expect(await answer(ruleId, { answer: 'confirm' })).toMatchObject({ data: { answered: 0 } })
  later(MINUTE_MS)
  await report(records(nextSim().iccid, { mb: 50 }))
  expect((await fired()).map(({ operation }) => operation)).toEqual(['asked', 'lapsed'])
  await portal.data(deleteRule, 'ana', { params: { id: ruleId } })
  await startAll()
  expect((await fired()).map(({ operation }) => operation)).toEqual(['lapsed', 'lapsed'])
  expect(await answer(ruleId, { answer: 'confirm' })).toMatchObject({ code: 'not_found' })
})

test('what no one acknowledges in time is mailed to others, once; what is seen, is not', async () => {
  const escalation = { minutes: 30, emails: ['jefe@andes.test'] }
  const ruleId = await make({ actions: { emails: ['ops@andes.test'], escalation } })
  later(MINUTE_MS)
  await report(...[nextSim(), nextSim()].map(({ iccid }) => records(iccid, { mb: 50 })))
  const mailAll = async () => {
    while ((await mailFirings(portal.services)) > 0);
    const rows = await db.selectFrom('mails').select(['address', 'text']).orderBy('mail_id').execute()
    return rows.map(({ address }) => address)
  }
  expect(await mailAll()).toEqual(['ops@andes.test'])
  const [seen] = await fired()
  expect(seen).toMatchObject({ escalated: false, acknowledgedBy: '' })
  expect(new Date(seen?.escalatesAt ?? '').getTime()).toBe(portal.clock.now.getTime() + 30 * MINUTE_MS)
  await answer(ruleId, { answer: 'acknowledge', firingIds: [seen?.firingId ?? 0] })
  later(29 * MINUTE_MS)
  expect(await mailAll()).toEqual(['ops@andes.test'])
  later(MINUTE_MS)
  expect(await mailAll()).toEqual(['ops@andes.test', 'jefe@andes.test'])
  const { text, subject } = await db
    .selectFrom('mails')
    .select(['text', 'subject'])
    .where('address', '=', 'jefe@andes.test')
    .executeTakeFirstOrThrow()
  expect(subject).toContain('Mucho consumo: 1 SIM')
  expect(text).toContain('Nadie la marcó como vista en 30 min.')
  later(HOUR_MS)
  expect(await mailAll()).toHaveLength(2)
  expect((await fired('reseller')).map(({ escalated, acknowledgedBy }) => [escalated, acknowledgedBy !== ''])).toEqual([
    [false, true],
    [true, false],
  ])
})

test('rules that undo each other are named when one is tried, saved or resumed', async () => {
  const hibernates = await make({ name: 'Duerme', actions: { operation: 'hibernate' } })
  const { name: _, ...tried } = bodyOf({ actions: { operation: 'reactivate' } })
  const undoes = [{ ruleId: hibernates, name: 'Duerme' }]
  expect(await portal.data(tryRule, 'ana', { body: tried })).toMatchObject({ undoes })
  const saved = await portal.data(createRule, 'ana', { body: bodyOf({ actions: { operation: 'reactivate' } }) })
  expect(saved.undoes).toEqual(undoes)
  await portal.data(pauseRule, 'ana', { params: { id: hibernates }, body: { active: false } })
  const body = { ...bodyOf({ actions: { operation: 'reactivate' } }), ruleId: saved.ruleId }
  expect((await portal.data(changeRule, 'ana', { body })).undoes).toEqual([])
})

test('SMS of days of which only the sum is kept count in the last minute, and what is recorded counts when it was received', async () => {
  const { iccid } = nextSim()
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  const receive = (id: string) => {
    const event = { kind: 'smsReceived', id, iccid, at: portal.clock.now, to: '3000', text: 'hola', segments: 2 } as const
    return db.transaction().execute((trx) => applyEvents(trx, network_id, [event], portal.clock.now))
  }
  await sql`
    INSERT INTO usage_days (company_id, iccid, day, sms) VALUES (${COMPANIES.andes}, ${iccid}, '2026-11-23', 9), (${COMPANIES.andes}, ${iccid}, '2026-11-25', 1)`.execute(
    db,
  )
  await receive('one')
  later(MINUTE_MS)
  const tried = async (count: number) => {
    const { name: _, ...body } = bodyOf({ trigger: { kind: 'sms', per: 'day', count } })
    const { latest } = await portal.data(tryRule, 'ana', { body })
    return latest.filter(({ icc }) => icc === iccid).map(({ at, value }) => [at, value])
  }
  expect(await tried(9)).toEqual([['2026-11-24T02:59:00.000Z', '9']])
  expect(await tried(2)).toEqual([
    [NOON.toISOString(), '2'],
    ['2026-11-24T02:59:00.000Z', '9'],
  ])
})

test('a first connection of which no session is kept is in the last minute of the first day with data', async () => {
  const { iccid } = nextSim()
  await db.deleteFrom('usage_days').where('iccid', '=', iccid).execute()
  const tried = async () => {
    const { name: _, ...body } = bodyOf({ trigger: { kind: 'first' }, conditions: { tags: ['Sola'] } })
    const { latest } = await portal.data(tryRule, 'ana', { body })
    return latest.map(({ at }) => at)
  }
  await sql`
    WITH named AS (
      INSERT INTO tags (company_id, name, key, colour, sims, created_at)
      VALUES (${COMPANIES.andes}, 'Sola', ${tagKey('Sola')}, 'blue', 1, ${NOON}) RETURNING tag_id
    )
    INSERT INTO sim_tags (company_id, iccid, place, tag_id) SELECT ${COMPANIES.andes}, ${iccid}, 1, tag_id FROM named`.execute(
    db,
  )
  await report(records(iccid))
  later(MINUTE_MS)
  expect(await tried()).toEqual([NOON.toISOString()])
  const day = (date: string) =>
    sql`INSERT INTO usage_days (company_id, iccid, day, data_bytes) VALUES (${COMPANIES.andes}, ${iccid}, ${date}, 5)`.execute(
      db,
    )
  await day('2026-11-10')
  expect(await tried()).toEqual(['2026-11-11T02:59:00.000Z'])
  await day('2026-01-10')
  expect(await tried()).toEqual([])
})

test('what a rule waits for decides of which SIMs something is kept', async () => {
  const { iccid } = nextSim()
  await make({ trigger: { kind: 'sms', per: 'day', count: 5 } })
  later(MINUTE_MS)
  await storeUsageMessages(db, [records(iccid, { mb: 5 })], portal.clock.now)
  await countAll({ db, log, clock: portal.services.clock })
  expect(await db.selectFrom('rule_facts').select('fact_id').execute()).toEqual([])
  await make({ trigger: { kind: 'device' } })
  later(MINUTE_MS)
  await report(records(iccid, { mb: 5 }))
  const states = await db.selectFrom('rule_states').select('state').where('iccid', '=', iccid).execute()
  expect(states).toHaveLength(1)
})

test('a SIM that reported before a rule for silence was made, and never again, fires', async () => {
  const { iccid } = nextSim()
  await report(records(iccid))
  later(MINUTE_MS)
  await make({ trigger: { kind: 'silence', hours: 6 } })
  await judgeAll()
  later(6 * HOUR_MS)
  await judgeAll()
  const silent = await db.selectFrom('rule_firings').select(['value', 'at']).where('iccid', '=', iccid).execute()
  expect(silent).toEqual([{ value: '6', at: new Date(NOON.getTime() + 6 * HOUR_MS) }])
})

test('a SIM fires for its silence while others go on reporting, but not before what waited for longer was judged', async () => {
  const [silent, talking] = [nextSim(), nextSim()]
  await make({ trigger: { kind: 'silence', hours: 6 } })
  await report(records(silent.iccid))
  await judgeAll()
  const isFired = async () =>
    (await db.selectFrom('rule_firings').select('rule_id').where('iccid', '=', silent.iccid).execute()).length > 0
  later(6 * HOUR_MS)
  // received before the last SIM was silent for so long: it may be of that SIM
  await receive(records(talking.iccid))
  later(MINUTE_MS)
  await judgeSilence(portal.services)
  expect(await isFired()).toBe(false)
  await judgeWaitingFacts(portal.services)
  await receive(records(talking.iccid))
  expect(await db.selectFrom('rule_facts').selectAll().execute()).not.toEqual([])
  await judgeSilence(portal.services)
  expect(await isFired()).toBe(true)
})
