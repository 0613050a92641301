import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { lockSim } from '#contract/locks/locks.calls.ts'
import { changeSimPlan, hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { createRule } from '#contract/rules/rules.calls.ts'
import * as calls from '#contract/webhooks/webhooks.calls.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import { writeNotices } from '#server/alarm-engine/write-notices.ts'
import { emitInvoiceIssued } from '#server/records/emit-invoice-issued.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import { enqueueWebhooks } from '#server/records/webhook-events.ts'
import { readActiveRules } from '#server/rule-engine/active-rules.ts'
import { writeFirings } from '#server/rule-engine/write-firings.ts'
import { claimMessages } from '#server/webhook-delivery/claim-messages.ts'
import { deliverDue } from '#server/webhook-delivery/webhook-worker.ts'
import { deliverNetworkEvents } from '#test/deliver-network-events.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { openReceiver, sayOk } from '#test/webhook-receiver.ts'
import { writeDocument } from '#test/write-document.ts'

const HOUR_MS = 3_600_000

const receiver = await openReceiver()
const portal = await startPortal({ env: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
afterAll(async () => {
  await portal.close()
  await receiver.close()
})
beforeEach(async () => {
  await portal.db.deleteFrom('webhook_messages').execute()
  await portal.db.deleteFrom('webhook_endpoints').execute()
  await moveTo(new Date())
  receiver.received.length = 0
  receiver.answer = sayOk
})

const settings = (events: readonly WebhookEvent[] = WEBHOOK_EVENTS) => ({ url: receiver.url, events: [...events] })
const create = (companyId: number = COMPANIES.andes, more: { includesBelow?: boolean; events?: WebhookEvent[] } = {}) =>
  portal.data(calls.createWebhook, 'reseller', { body: { companyId, ...settings(more.events), ...more } })
const deliver = () => deliverDue(portal.services)
/** The time is another; those who are logged in stay so. */
async function moveTo(at: Date): Promise<void> {
  portal.clock.now = at
  await portal.db.updateTable('login_sessions').set({ created_at: at, last_seen_at: at }).execute()
}
const pass = (ms: number): Promise<void> => moveTo(new Date(portal.clock.now.getTime() + ms))
const messages = async (endpointId: number) => {
  return readRows(portal, calls.listWebhookMessages, 'ana', { params: { endpointId } })
}
const endpoint = async (endpointId: number) => {
  const { endpoints } = await portal.data(calls.listWebhooks, 'ana')
  const found = endpoints.find((one) => one.endpointId === endpointId)
  if (!found) throw new Error('no endpoint')
  return found
}
const enqueueInvoice = () => {
  const invoices = sql`(SELECT ${COMPANIES.andes}::int AS company_id, 1 AS item)`
  return enqueueWebhooks('invoice.issued', portal.clock.now, invoices).execute(portal.db)
}
const andesSims = (status: number): string[] =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status).map(({ iccid }) => iccid)

/** What came, checked by the reference library and by what the contract says of its items. */
function opened(secret: string) {
  return receiver.received.map(({ headers, body }) => {
    const message = new Webhook(secret).verify(body, headers as Record<string, string>)
    const { type, data } = z
      .object({ type: z.enum(WEBHOOK_EVENTS), data: z.object({ items: z.array(z.unknown()) }) })
      .parse(message)
    return { type, items: data.items.map((item) => calls.webhookItems[type].parse(item)) }
  })
}

test('every subscribed event arrives, with a signature that the reference library accepts', async () => {
  const { endpointId, secret } = await create()
  const { db, clock, services } = portal
  const [icc = '', other = ''] = andesSims(2)
  const planOfOther = portal.fleet.sims.find(({ iccid }) => iccid === other)?.planCode
  const onOther = planOfOther === 'IOT250' ? 'TEL50' : 'IOT250'
  await portal.data(hibernateSim, 'ana', { params: { id: icc }, body: { reason: 'Taller' } })
  await portal.data(changeSimPlan, 'ana', { params: { id: other }, body: { planCode: onOther, reason: 'Consume más' } })
  const sms = {
    kind: 'smsReceived',
    id: 'in-1',
    iccid: icc,
    at: clock.now,
    to: '1500',
    text: 'Nivel 80 %',
    segments: 1,
  } as const
  await deliverNetworkEvents(portal, [sms])
  await portal.data(lockSim, 'ana', {
    params: { id: other },
    body: {
      device: { mode: 'imei', values: ['356949001234564'] },
      area: { mode: 'listed', values: ['PE'] },
    },
  })
  const inPhone = { radioTechnology: 'LTE', imei: '490154203237518', servingNetwork: { mcc: '730', mnc: '02' } } as const
  await deliverNetworkEvents(portal, [{ kind: 'registered', id: 'in-2', iccid: other, at: clock.now, ...inPhone }])
  const { alarm_id: alarmId } = await db
    .insertInto('alarms')
    .values({
      ...{ company_id: COMPANIES.andes, name: 'Flota RM', limit_mb: 100, emails: ['ops@andes.test'], language: 'es' },
      ...{ is_active: true, cuts_data: false, created_at: clock.now, updated_at: clock.now },
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  const alarm = { companyId: COMPANIES.andes, alarmId, planCode: '', limitMb: 100, cutsData: false }
  const notice = { alarm, iccid: icc, cycleStart: '2026-11-01', usedBytes: 104_857_600 } as const
  await db.transaction().execute((trx) =>
    writeNotices(
      trx,
      [
        { ...notice, kind: 'warning' },
        { ...notice, kind: 'limit' },
      ],
      { now: clock.now, warningPercent: 80 },
    ),
  )
  const rule = { companyId: COMPANIES.andes, name: 'Mucho consumo', trigger: { kind: 'data', per: 'day', mb: 10 } } as const
  const { ruleId } = await portal.data(createRule, 'ana', {
    body: { company: rule.companyId, name: rule.name, trigger: rule.trigger, actions: {} },
  })
  await db.transaction().execute(async (trx) => {
    const rules = await readActiveRules(trx, sql`r.rule_id = ${ruleId}`)
    const firings = rules.map((one) => ({ rule: one, iccid: icc, at: clock.now.getTime(), value: 10_485_761 }))
    await writeFirings(trx, firings, clock.now)
  })
  const cycle = ['2026-09-01', '2026-10-01'] as const
  const line = { iccid: icc, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 } as const
  await writeDocument(db, { companyId: COMPANIES.andes, cycle: [...cycle], currency: 'CLP', lines: [line] })
  const client = await services.pool.connect()
  await emitInvoiceIssued(db, client, { companyId: COMPANIES.andes, cycle: { start: cycle[0] }, now: clock.now })
  client.release()

  // more than an endpoint is sent at once
  while ((await deliver()) > 0);
  const came = opened(secret)
  expect(new Set(came.map(({ type }) => type))).toEqual(new Set(WEBHOOK_EVENTS))
  const itemsOf = (type: WebhookEvent) => came.filter((one) => one.type === type).flatMap(({ items }) => items)
  expect(itemsOf('sim.status_changed').at(-1)).toMatchObject({ icc, to: 11, actor: 'ana@andes.test', reason: 'Taller' })
  expect(itemsOf('sim.plan_changed')).toMatchObject([
    { icc: other, from: planOfOther, to: onOther, actor: 'ana@andes.test', reason: 'Consume más' },
  ])
  expect(itemsOf('sim.imei_changed')).toMatchObject([{ icc: other, imei: '490154203237518', mode: 'imei' }])
  expect(itemsOf('sim.left_area')).toMatchObject([{ icc: other, network: '730-02', allowed: ['PE'] }])
  expect(itemsOf('rule.fired')).toMatchObject([
    { ruleId, rule: rule.name, companyId: rule.companyId, icc, trigger: 'data', value: '10485761' },
  ])
  expect(itemsOf('operation.finished')).toMatchObject([
    { kind: 'hibernate', total: 1, succeeded: 1 },
    { kind: 'plan', total: 1, succeeded: 1 },
  ])
  expect(itemsOf('sms.received')).toMatchObject([{ icc, text: 'Nivel 80 %' }])
  expect(itemsOf('alarm.fired')).toMatchObject([{ alarmId, alarmName: 'Flota RM', icc, usedBytes: 104_857_600 }])
  expect(itemsOf('invoice.issued')).toMatchObject([{ currency: 'CLP', totalMinor: 1190 }])
  expect(
    (await messages(endpointId)).every(
      ({ state, attempts, status }) => state === 'delivered' && attempts === 1 && status === 200,
    ),
  ).toBe(true)
})

test('endpoints of one company are listed alone, and none of a company that the reader does not see', async () => {
  const { endpointId } = await create()
  await create(COMPANIES.reseller)
  const listed = async (person: FleetUser) => {
    const query = { company: String(COMPANIES.andes) }
    return (await portal.data(calls.listWebhooks, person, { query })).endpoints.map((one) => one.endpointId)
  }
  expect(await listed('reseller')).toEqual([endpointId])
  expect(await listed('flota')).toEqual([])
})

test('many SIMs are sent in few messages, and each endpoint gets its own company’s', async () => {
  const own = await create(COMPANIES.andes, { events: ['sim.status_changed'] })
  const below = await create(COMPANIES.reseller, { events: ['sim.status_changed'], includesBelow: true })
  await create(COMPANIES.reseller, { events: ['sim.status_changed'] })
  await create(COMPANIES.andes, { events: ['sms.received'] })
  const things = sql`(SELECT ${COMPANIES.andes}::int AS company_id, n AS item FROM generate_series(1, 1201) n)`
  await enqueueWebhooks('sim.status_changed', portal.clock.now, things).execute(portal.db)
  const rows = await portal.db
    .selectFrom('webhook_messages')
    .select(['endpoint_id', 'items', 'body'])
    .orderBy('message_id')
    .execute()
  for (const { endpointId } of [own, below]) {
    const mine = rows.filter(({ endpoint_id }) => endpoint_id === endpointId)
    expect(mine.map(({ items }) => items).sort()).toEqual([201, 500, 500])
    const items = mine.flatMap(({ body }) => JSON.parse(body).data.items)
    expect(new Set(items).size).toBe(1201)
  }
  expect(rows).toHaveLength(6)
})

test('a rolled-back change sends nothing', async () => {
  const { endpointId } = await create()
  const [iccid = ''] = andesSims(2).slice(1)
  const move = {
    companyId: COMPANIES.andes,
    iccid,
    from: 2,
    to: 4,
    technicalStatus: null,
    reason: '',
    actor: '',
    event: 'blocked',
    detail: {},
  }
  const undone = portal.db.transaction().execute(async (trx) => {
    await applyStatusTransitions(trx, [move], portal.clock.now)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await messages(endpointId)).toEqual([])
})

test('what is not taken is tried again for a day with longer and longer pauses, then it can be sent by hand', async () => {
  const { endpointId } = await create()
  const { messageId } = await portal.data(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
  receiver.answer = (response) => response.writeHead(503).end('later')
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(0)
  expect(await messages(endpointId)).toMatchObject([{ state: 'waiting', attempts: 1, status: 503, problem: 'refused' }])
  const began = portal.clock.now.getTime()
  for (let attempt = 2; attempt <= 10; attempt++) {
    const [waiting] = await messages(endpointId)
    await moveTo(new Date(waiting?.dueAt ?? 0))
    expect(await deliver()).toBe(1)
  }
  expect((portal.clock.now.getTime() - began) / HOUR_MS).toBeCloseTo(24, -1)
  expect(await messages(endpointId)).toMatchObject([{ state: 'failed', attempts: 10, dueAt: null }])
  expect((await endpoint(endpointId)).failingSince).not.toBeNull()
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBe(1)

  receiver.answer = sayOk
  await portal.data(calls.resendWebhookMessage, 'ana', { params: { messageId }, body: {} })
  await deliver()
  const { state, attempts, body, webhookId } = await portal.data(calls.getWebhookMessage, 'ana', { params: { messageId } })
  expect([state, attempts.length, [webhookId]]).toEqual(['delivered', 11, [...ids]])
  expect(attempts.at(-1)).toMatchObject({ status: 200, problem: '', answer: 'ok', url: receiver.url })
  expect(receiver.received.at(-1)?.body).toBe(body)
  expect(await endpoint(endpointId)).toMatchObject({ failingSince: null, active: true, waiting: 0 })
})

test('a new secret is returned once, and both are valid for a day', async () => {
  const { endpointId, secret: first } = await create()
  const { secret: second } = await portal.data(calls.rotateWebhookSecret, 'ana', { params: { endpointId }, body: {} })
  const verified = async () => {
    receiver.received.length = 0
    await portal.data(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
    await deliver()
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    // the library uses its own clock
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return [first, second].map((secret) =>
      String(headers['webhook-signature'])
        .split(' ')
        .includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
    )
  }
  expect(await verified()).toEqual([true, true])
  await pass(24 * HOUR_MS)
  expect(await verified()).toEqual([false, true])
  const stored = await sql<{ row: string }>`SELECT e::text AS row FROM webhook_endpoints e`.execute(portal.db)
  const kept = await sql<{ row: string }>`SELECT k::text AS row FROM idempotency_keys k`.execute(portal.db)
  const audited = await sql<{ row: string }>`SELECT a::text AS row FROM audit_log a`.execute(portal.db)
  for (const { row } of [...stored.rows, ...kept.rows, ...audited.rows]) expect(row).not.toMatch(/whsec_/)
})

test('an endpoint that says it is gone is turned off, with a mail', async () => {
  const { endpointId } = await create()
  for (let n = 0; n < 3; n++) await enqueueInvoice()
  await portal.db.updateTable('webhook_endpoints').set({ failing_since: portal.clock.now }).execute()
  receiver.answer = (response) => response.writeHead(410).end()
  await deliver()
  expect(await endpoint(endpointId)).toMatchObject({ active: false, offReason: 'gone', waiting: 0 })
  expect((await messages(endpointId)).map(({ state }) => state).sort()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  const mails = await portal.db.selectFrom('mails').select(['address', 'text']).where('kind', '=', 'webhook').execute()
  expect(mails).toMatchObject([{ address: 'ana@andes.test', text: expect.stringContaining(receiver.url) }])
  const refused = await portal.envelope(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
  expect(refused.code).toBe('conflict')
  await portal.data(calls.changeWebhook, 'ana', { params: { endpointId }, body: { ...settings(), active: true } })
  expect(await endpoint(endpointId)).toMatchObject({ active: true, offReason: '', failingSince: null })
})

test('an endpoint that takes nothing for five days is turned off', async () => {
  const { endpointId } = await create()
  receiver.answer = (response) => response.writeHead(500).end()
  for (const hours of [0, 119, 2]) {
    await pass(hours * HOUR_MS)
    expect((await endpoint(endpointId)).active).toBe(true)
    await portal.data(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
    await deliver()
  }
  expect(await endpoint(endpointId)).toMatchObject({ active: false, offReason: 'failing' })
})

test('the attempt of a process that died is made again', async () => {
  const { endpointId } = await create()
  const { messageId } = await portal.data(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
  const { db, clock } = portal
  expect(await claimMessages(db, clock.now, 50)).toHaveLength(1)
  expect(await claimMessages(db, clock.now, 50)).toHaveLength(0)
  await pass(61_000)
  expect(await deliver()).toBe(1)
  expect(await portal.data(calls.getWebhookMessage, 'ana', { params: { messageId } })).toMatchObject({ state: 'delivered' })
})

test('one test waits for an endpoint, also when many are asked for at once; another one sends it now', async () => {
  const { endpointId } = await create()
  const ping = () => portal.envelope(calls.pingWebhook, 'ana', { params: { endpointId }, body: {} })
  const answers = await Promise.all(Array.from({ length: 8 }, ping))
  expect(new Set(answers.map(({ data }) => data?.messageId)).size).toBe(1)
  expect(answers.map(({ message }) => message).sort()).toEqual([
    ...Array.from({ length: 7 }, () => 'La prueba anterior sigue en camino'),
    'Mensaje de prueba en camino',
  ])
  receiver.answer = (response) => response.writeHead(503).end()
  await deliver()
  expect(await deliver()).toBe(0)
  const pingAgain = async () => expect((await ping()).data).toEqual(answers[0]?.data)
  await pingAgain()
  expect(await deliver()).toBe(1)
  await pingAgain()
  expect(await claimMessages(portal.db, portal.clock.now, 50)).toHaveLength(1)
  await pingAgain()
  expect(await deliver()).toBe(0)
  await pass(61_000)
  receiver.answer = sayOk
  expect(await deliver()).toBe(1)
  expect((await ping()).data).not.toEqual(answers[0]?.data)
})

test('a company has ten endpoints at most, also when they are asked for at once', async () => {
  await Promise.allSettled(Array.from({ length: 12 }, () => create()))
  expect((await portal.data(calls.listWebhooks, 'ana')).endpoints).toHaveLength(10)
  const tooMany = await portal.envelope(calls.createWebhook, 'ana', { body: { companyId: COMPANIES.andes, ...settings() } })
  expect(tooMany).toMatchObject({ status: false, code: 'conflict', error: 'Una empresa puede tener 10 destinos como máximo' })
})

test.each([
  ['', 'Este campo es requerido'],
  ['ftp://andes.test/', 'Escriba una URL que empiece por https://'],
  ['https://10.0.0.1/hook', 'No se permiten direcciones privadas ni sin TLS (https://)'],
  ['https://[::1]/', 'No se permiten direcciones privadas ni sin TLS (https://)'],
])('the address %j is refused at its field', async (url, sentence) => {
  const body = { companyId: COMPANIES.andes, ...settings(), url }
  expect(await portal.envelope(calls.createWebhook, 'ana', { body })).toMatchObject({
    code: 'invalid_request',
    fields: { url: sentence },
  })
})
