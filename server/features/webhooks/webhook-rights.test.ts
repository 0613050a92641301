import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { savePermit } from '#contract/users/permits.calls.ts'
import { deactivateUser, deleteUser } from '#contract/users/users.calls.ts'
import * as calls from '#contract/webhooks/webhooks.calls.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { EVENT_PERMITS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import { deliverDue } from '#server/webhook-delivery/webhook-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Newcomer, newcomer } from '#test/newcomers.ts'
import { startPortal } from '#test/portal.ts'
import { openReceiver, sayOk } from '#test/webhook-receiver.ts'

const receiver = await openReceiver()
const portal = await startPortal({ env: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
afterAll(async () => {
  await portal.close()
  await receiver.close()
})
beforeEach(async () => {
  await portal.db.deleteFrom('webhook_messages').execute()
  await portal.db.deleteFrom('webhook_endpoints').execute()
  await portal.db.deleteFrom('mails').execute()
  receiver.received.length = 0
  receiver.answer = sayOk
})

const settings = (more: object = {}) => ({ url: receiver.url, events: [...WEBHOOK_EVENTS], ...more })
async function endpointOf(maker: Newcomer, more: object = {}): Promise<number> {
  const response = await maker.ask(calls.createWebhook, { body: { companyId: COMPANIES.andes, ...settings(more) } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data.endpointId
}
async function messageOf(endpointId: number, event: WebhookEvent): Promise<number> {
  const { message_id } = await portal.db
    .insertInto('webhook_messages')
    .values({
      ...{ company_id: COMPANIES.andes, endpoint_id: endpointId, event, items: 1, body: `{"secret of":"${event}"}` },
      ...{ at: portal.clock.now, due_at: portal.clock.now },
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return message_id
}
const deliver = () => deliverDue(portal.services)
const stateOf = async (reader: Newcomer, endpointId: number) => {
  const { endpoints } = (await reader.ask(calls.listWebhooks)).json().data
  const { active, offReason } = endpoints.find((one: { endpointId: number }) => one.endpointId === endpointId)
  return { active, offReason }
}

test('a message shows its body and its answers only to readers with the permit of its event', async () => {
  const endpointId = await endpointOf(await newcomer(portal))
  receiver.answer = (response) => response.end('what the receiver says of it')
  const sent = new Map<WebhookEvent, number>()
  for (const event of WEBHOOK_EVENTS) sent.set(event, await messageOf(endpointId, event))
  // more than an endpoint is sent at once
  while ((await deliver()) > 0);
  const shown = async (reader: Newcomer, event: WebhookEvent) => {
    const { data } = (await reader.ask(calls.getWebhookMessage, { params: { messageId: sent.get(event) } })).json()
    return [data.isHidden, data.body, data.attempts.map((attempt: { answer: string }) => attempt.answer), data.canSend]
  }
  for (const event of WEBHOOK_EVENTS) {
    const permit = EVENT_PERMITS[event]
    const open = [false, `{"secret of":"${event}"}`, ['what the receiver says of it'], true]
    const reader = await newcomer(portal, { permits: permit ? ['users', permit] : ['users'] })
    expect(await shown(reader, event)).toEqual(open)
    if (!permit) continue
    const other = await newcomer(portal, { permits: PERMITS.filter((one) => one !== permit) })
    expect(await shown(other, event)).toEqual([true, '', [''], false])
  }
})

test('what is done to an endpoint of a subsidiary stands in the log of the subsidiary', async () => {
  const maker = await newcomer(portal)
  const { andes, andesNorte } = COMPANIES
  const made = await maker.ask(calls.createWebhook, { body: { ...settings(), companyId: andesNorte } })
  const { endpointId } = made.json().data
  const params = { endpointId }
  const pinged = await maker.ask(calls.pingWebhook, { params, body: {} })
  const { messageId } = pinged.json().data
  await maker.ask(calls.resendWebhookMessage, { params: { messageId }, body: {} })
  await maker.ask(calls.changeWebhook, { params, body: settings({ description: 'Bodega' }) })
  await maker.ask(calls.rotateWebhookSecret, { params, body: {} })
  await maker.ask(calls.deleteWebhook, { params })
  const rows = await auditRows(portal, { actor: maker.email })
  const ofWebhooks = rows.filter(({ action }) => action.startsWith('webhook.'))
  expect(ofWebhooks.map(({ action }) => action.replace('webhook.', ''))).toEqual([
    ...['created', 'tested', 'sent_again', 'changed', 'secret_changed', 'deleted'],
  ])
  for (const row of ofWebhooks) expect(row).toMatchObject({ company_id: andesNorte, actor_company_id: andes })
})

test('a user without the permit of an endpoint’s events cannot rotate its secret, widen it, turn it on, or send again', async () => {
  const endpointId = await endpointOf(await newcomer(portal))
  const messageId = await messageOf(endpointId, 'sms.received')
  const allowed = await messageOf(endpointId, 'invoice.issued')
  await deliver()
  const mini = await newcomer(portal, { permits: ['users'] })
  const ask = async (call: Call, args: object) => (await mini.ask(call, args)).statusCode
  const on = { params: { endpointId } }
  expect(await ask(calls.rotateWebhookSecret, { ...on, body: {} })).toBe(400)
  expect(await ask(calls.changeWebhook, { ...on, body: settings({ includesBelow: true }) })).toBe(400)
  expect(await ask(calls.resendWebhookMessage, { params: { messageId }, body: {} })).toBe(403)
  expect(await ask(calls.resendWebhookMessage, { params: { messageId: allowed }, body: {} })).toBe(200)
  // removing, and changing a description, is allowed to every endpoint manager
  expect(await ask(calls.changeWebhook, { ...on, body: settings({ description: 'Bodega' }) })).toBe(200)
  expect(await ask(calls.changeWebhook, { ...on, body: settings({ active: false }) })).toBe(200)
  expect(await ask(calls.changeWebhook, { ...on, body: settings({ active: true }) })).toBe(400)
})

const endings: readonly (readonly [string, (admin: Newcomer, maker: Newcomer) => Promise<unknown>])[] = [
  [
    'loses a permit',
    (admin, { userId }) => {
      const permits: Permit[] = ['users', 'alarmas']
      return admin.ask(savePermit, { body: { userId, permits, canHibernate: '0', admin: '0' } })
    },
  ],
  ['is deactivated', (admin, { userId }) => admin.ask(deactivateUser, { params: { id: userId }, body: {} })],
  ['is deleted', (admin, { userId }) => admin.ask(deleteUser, { params: { id: userId }, body: {} })],
]

test.each(endings)(
  'an endpoint whose maker %s is turned off, and a user with all permits turns it on again',
  async (_, end) => {
    const [admin, maker] = [await newcomer(portal), await newcomer(portal)]
    const endpointId = await endpointOf(maker, { events: ['sms.received'] })
    const other = await endpointOf(maker, { events: ['alarm.fired'] })
    const messageId = await messageOf(endpointId, 'sms.received')
    const before = await auditRows(portal, 'webhook.turned_off')
    expect(((await end(admin, maker)) as { statusCode: number }).statusCode).toBe(200)
    expect(await stateOf(admin, endpointId)).toEqual({ active: false, offReason: 'rights' })
    await deliver()
    expect(receiver.received).toEqual([])
    const rows = (await auditRows(portal, 'webhook.turned_off')).slice(before.length)
    expect(rows).toContainEqual(expect.objectContaining({ entity_id: String(endpointId), actor: admin.email }))
    const mails = await portal.db.selectFrom('mails').select('kind').where('address', '=', 'ana@andes.test').execute()
    expect(mails.map(({ kind }) => kind)).toContain('webhook')

    const body = settings({ events: ['sms.received'] })
    expect((await admin.ask(calls.changeWebhook, { params: { endpointId }, body })).statusCode).toBe(200)
    expect((await admin.ask(calls.resendWebhookMessage, { params: { messageId }, body: {} })).statusCode).toBe(200)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    // a permit that its events do not need changes nothing for it
    expect((await stateOf(admin, other)).active).toBe(_ === 'loses a permit')
  },
)

test('nothing is delivered for a maker whose right is gone, however it went', async () => {
  const maker = await newcomer(portal)
  const endpointId = await endpointOf(maker)
  await messageOf(endpointId, 'sms.received')
  await portal.db
    .updateTable('users')
    .set({ permits: ['users'] })
    .where('user_id', '=', maker.userId)
    .execute()
  expect([await deliver(), receiver.received]).toEqual([0, []])
})
