import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { changeRule, createRule, deleteRule, getRules, tryRule } from '#contract/rules/rules.calls.ts'
import { getWebhookMessage, listWebhookMessages, listWebhooks } from '#contract/webhooks/webhooks.calls.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { mailFirings } from '#server/features/rules/mail-firings.ts'
import { judgeWaitingFacts } from '#server/rule-engine/judge-facts.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { deliverDue } from '#server/webhook-delivery/webhook-worker.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { openReceiver, sayOk } from '#test/webhook-receiver.ts'

type Body = CallArguments<typeof createRule>['body']

const log = pino({ level: 'silent' })
const receiver = await openReceiver()
const portal = await startPortal({ env: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
const { db } = portal.services
afterAll(async () => {
  await portal.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const table of ['rules', 'rule_firings', 'webhook_messages', 'webhook_endpoints'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db)
  receiver.received.length = 0
  receiver.answer = sayOk
})

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
const SECRET = 'T01/B02/s3cr3tOfTheChat'
const address = `${receiver.url}/${SECRET}`
const masked = `${new URL(receiver.url).origin}/…Chat`

const bodyOf = (given: Partial<Body> = {}): Body => ({
  ...{ name: 'Robo', company: COMPANIES.andes, trigger: { kind: 'data', per: 'day', mb: 10 }, actions: { chat: address } },
  ...given,
})
const make = async (given: Partial<Body> = {}) => (await portal.data(createRule, 'ana', { body: bodyOf(given) })).ruleId
const rules = () => readRows(portal, getRules, 'ana')
const chatsOf = async () => (await rules()).map(({ chat, definition }) => [chat, JSON.parse(definition).actions.chat])

let used = 0
async function fire(sims: number): Promise<void> {
  const atMs = portal.clock.now.getTime()
  const records = active.slice(used, used + sims).map(({ iccid }, n) => ({
    ...{ kind: 'started' as const, clientId: 0, nas: '', iccid, sessionKey: `C${used + n}`, startedAtMs: atMs, atMs },
    ...{ hasSourceClock: true, inputBytes: 0, outputBytes: 20 * BYTES_PER_MB, facts: {}, fingerprint: `c${used + n}` },
  }))
  used += sims
  await storeUsageMessages(db, records, portal.clock.now)
  await countAll({ db, log })
  while ((await judgeWaitingFacts(portal.services)) > 0);
  await mailFirings(portal.services)
  await deliverDue(portal.services)
}
/** Time passes, and login sessions do not end. */
async function pass(ms: number): Promise<void> {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
  await sql`UPDATE login_sessions SET created_at = ${portal.clock.now}, last_seen_at = ${portal.clock.now}`.execute(db)
}

test('a chat gets what fired, as Slack takes it; its address is kept sealed and shown masked, and it is no webhook', async () => {
  const ruleId = await make({ actions: { chat: address, emails: [] } })
  await fire(1)
  expect(receiver.received).toHaveLength(1)
  const { text, ...rest } = JSON.parse(receiver.received[0]?.body ?? '{}')
  expect(rest).toEqual({})
  expect(text).toContain('Transportes Andes Sur SpA: La regla «Robo» se cumplió en una SIM.')
  expect(text).toContain(`${active[0]?.label} · ${active[0]?.iccid} · 20 MB`)
  expect(text).toMatch(/\/rule-firings$/)
  expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature')
  expect(await chatsOf()).toEqual([['on', masked]])
  // those of the next quarter of an hour come together at its end
  await fire(1)
  await fire(1)
  expect(receiver.received).toHaveLength(1)
  await pass(15 * MINUTE_MS + 1)
  await mailFirings(portal.services)
  await deliverDue(portal.services)
  expect(JSON.parse(receiver.received[1]?.body ?? '{}').text).toContain('se cumplió en 2 SIMs')
  // neither list nor log of webhooks has it, and no row has its address
  expect((await portal.data(listWebhooks, 'ana', { query: {} })).endpoints).toEqual([])
  const message = await db.selectFrom('webhook_messages').select(['message_id', 'endpoint_id']).executeTakeFirstOrThrow()
  const endpointId = message.endpoint_id
  expect((await portal.envelope(listWebhookMessages, 'ana', { params: { endpointId } })).code).toBe('not_found')
  const params = { messageId: Number(message.message_id) }
  expect((await portal.envelope(getWebhookMessage, 'ana', { params })).code).toBe('not_found')
  for (const table of ['rules', 'webhook_endpoints', 'webhook_messages', 'webhook_attempts', 'audit_log', 'idempotency_keys']) {
    const stored = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t`.execute(db)
    for (const { row } of stored.rows) expect(row).not.toContain(SECRET)
  }
  // masked it stays, and goes on
  await portal.data(changeRule, 'ana', { body: { ...bodyOf({ name: 'Otra', actions: { chat: masked } }), ruleId } })
  await pass(HOUR_MS)
  await fire(1)
  expect(JSON.parse(receiver.received[2]?.body ?? '{}').text).toContain('La regla «Otra»')
  await portal.data(tryRule, 'ana', {
    body: { company: COMPANIES.andes, trigger: { kind: 'device' }, actions: { chat: masked } },
  })
  await portal.data(deleteRule, 'ana', { params: { id: ruleId } })
  expect(await db.selectFrom('webhook_endpoints').select('endpoint_id').execute()).toEqual([])
})

test('a chat that does not answer is tried again and said to fail; gone, it is off until the rule is saved', async () => {
  const ruleId = await make()
  receiver.answer = (response) => response.writeHead(500).end()
  await fire(1)
  expect(await chatsOf()).toEqual([['failing', masked]])
  receiver.answer = (response) => response.writeHead(410).end('no_service')
  await pass(MINUTE_MS)
  await deliverDue(portal.services)
  expect(receiver.received).toHaveLength(2)
  expect(await chatsOf()).toEqual([['off', masked]])
  const { rows: attempts } = await sql<{ url: string; problem: string }>`
    SELECT url, problem FROM webhook_attempts ORDER BY attempt_id`.execute(db)
  expect(attempts).toEqual([
    { url: masked, problem: 'refused' },
    { url: masked, problem: 'gone' },
  ])
  const mail = await db.selectFrom('mails').select('text').where('kind', '=', 'webhook').executeTakeFirstOrThrow()
  // to where the rule is: no list of webhooks has its endpoint
  for (const part of ['Se desactivó el chat de una regla', masked, '/rules']) expect(mail.text).toContain(part)
  expect(mail.text).not.toContain('/integrations')
  receiver.answer = sayOk
  await portal.data(changeRule, 'ana', { body: { ...bodyOf({ actions: { chat: masked } }), ruleId } })
  expect(await chatsOf()).toEqual([['on', masked]])
  await portal.data(changeRule, 'ana', { body: { ...bodyOf({ actions: { emails: ['ops@andes.test'] } }), ruleId } })
  expect(await chatsOf()).toEqual([['', '']])
})

test('a chat gets nothing once the person who saved the rule may not have alarms any more', async () => {
  await make()
  await sql`UPDATE users SET permits = array_remove(permits, 'alarmas') WHERE email = 'ana@andes.test'`.execute(db)
  await fire(1)
  expect(receiver.received).toEqual([])
  await sql`UPDATE users SET permits = permits || 'alarmas'::text WHERE email = 'ana@andes.test'`.execute(db)
})

test.each([
  ['no address', 'chat'],
  ['one inside of the operator’s network', 'https://10.0.0.7/hook'],
  ['a masked one that the rule does not have', 'https://hooks.slack.com/…abcd'],
])('%s is refused at the field', async (_, chat) => {
  const refused = await portal.envelope(createRule, 'ana', { body: bodyOf({ actions: { chat } }) })
  expect(Object.keys(refused.fields ?? {})).toEqual(['actions.chat'])
})
