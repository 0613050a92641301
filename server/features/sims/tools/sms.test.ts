import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { CHAT_PAGE, getChatSms, readChatSms, sendSms } from '#contract/sims/sim-tools.calls.ts'
import { expireMessages } from '#server/maintenance/expire-messages.ts'
import { createEventSink } from '#server/networks/events/event-intake.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { startWork } from '#server/start/start-work.ts'
import { effectsOf, setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSimType } from '#test/set-sim-type.ts'
import { takeSmsEvents } from './sms-events.ts'

const NETWORK = 'simulated-1'

const portal = await startPortal()
const simIn = (status: number, n = 0): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status)[n]?.iccid ?? ''
const chatIcc = simIn(2, 9)
await setSimType(portal.db, chatIcc, { simTypeId: 6 })
await portal.services.networks.reload()
afterAll(() => portal.close())

const send = async (icc: string, message: unknown, headers: Record<string, string> = {}, more: object = {}) => {
  const response = await portal.request(sendSms, 'luis', { body: { icc, message, ...more } }, { headers })
  return { httpStatus: response.statusCode, ...response.json() }
}
const rows = (iccid: string) =>
  portal.db.selectFrom('sms_messages').selectAll().where('iccid', '=', iccid).orderBy('message_id').execute()
const history = (icc: string) => portal.data(getSimHistory, 'luis', { params: { icc } })
/** What took effect at the network. */
const effects = async (iccid: string) => (await effectsOf(portal, iccid)).filter((kind) => kind === 'sms').length
const deliver = (...events: NetworkEvent[]) =>
  createEventSink({ ...portal.services, log: pino({ level: 'silent' }), consumers: [takeSmsEvents] }, NETWORK)(events)
// only silence is worth giving up soon: a busy machine takes longer than this to answer
const misbehave = (faults: object) =>
  setNetworkFaults(portal, faults, { timeout_ms: 'silence' in faults ? 100 : 10_000, max_attempts: 1 })
let ids = 0
const received = (iccid: string, text: string, segments = 1): NetworkEvent => ({
  kind: 'smsReceived',
  id: `in-${ids++}`,
  iccid,
  at: portal.clock.now,
  to: '1500',
  text,
  segments,
})

test('a message goes out, is counted in segments, and stands in the timeline until its delivery [S7.25, S7.43]', async () => {
  const icc = simIn(2)
  const text = `RESET ${'x'.repeat(160)}`
  const answer = await send(icc, text)
  expect(answer).toMatchObject({
    status: true,
    message: 'El mensaje fue enviado',
    data: {
      success: true,
      result: 'El mensaje fue enviado',
      encoding: 'gsm7',
      message: { direction: 'out', text, segments: 2, state: 'sent', actor: 'luis@andes.test', settledAt: null },
    },
  })
  expect(await effects(icc)).toBe(2)
  const [row] = await rows(icc)
  const [sent] = await history(icc)
  expect(sent).toMatchObject({
    kind: 'sms_sent',
    actor: 'luis@andes.test',
    detail: { text, messageId: row?.message_id, reference: `order-${row?.reference}` },
  })
  const delivered = {
    kind: 'smsDelivered',
    iccid: icc,
    at: portal.clock.now,
    reference: row?.reference ?? '',
    segments: 2,
  } as const
  await deliver({ ...delivered, id: 'd-1' })
  await deliver({ ...delivered, id: 'd-1' }, { ...delivered, id: 'd-2' })
  expect((await rows(icc)).map(({ state }) => state)).toEqual(['delivered'])
  expect((await history(icc)).map(({ kind }) => kind)).toEqual(['sms_delivered', 'sms_sent'])
})

test.each(['', '   ', undefined])('without a message (%j) nothing is sent [S5.07]', async (message) => {
  const icc = simIn(2, 1)
  const answer = await send(icc, message)
  expect([answer.httpStatus, answer.fields]).toEqual([400, { message: 'Este campo es requerido' }])
  expect(await rows(icc)).toEqual([])
})

test('ten segments are the most', async () => {
  const icc = simIn(2, 2)
  const [most, more] = [await send(icc, 'ñandú ✓ '.padEnd(670, 'a')), await send(icc, 'ñandú ✓ '.padEnd(671, 'a'))]
  expect([most.data?.message.segments, most.data?.encoding]).toEqual([10, 'ucs2'])
  expect([more.httpStatus, more.fields]).toEqual([400, { message: 'El mensaje no cabe en 10 segmentos' }])
})

test('the same key sends once, also when the first process died before the network answered', async () => {
  const icc = simIn(2, 3)
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = [await send(icc, 'Hola', headers), await send(icc, 'Hola', headers)]
  expect(second.data).toEqual(first.data)
  expect(await effects(icc)).toBe(1)
  // the state after a process died after sending: no answer stored, the message queued
  await portal.db.deleteFrom('idempotency_keys').execute()
  await portal.db.updateTable('sms_messages').set({ state: 'queued' }).where('iccid', '=', icc).execute()
  const again = await send(icc, 'Hola', headers)
  expect(again.data.message).toEqual(first.data.message)
  expect([await effects(icc), (await rows(icc)).length]).toEqual([1, 1])
})

test('what the network refuses is said with its reason, and kept as failed', async () => {
  const icc = simIn(2, 4)
  await misbehave({ refuse: 1 })
  const answer = await send(icc, 'Hola')
  await misbehave({})
  expect([answer.httpStatus, answer.code, answer.error]).toEqual([409, 'network_refused', 'La red no aceptó el mensaje'])
  expect(await rows(icc)).toMatchObject([{ state: 'failed', cause: 'network_error' }])
  const [event] = await history(icc)
  expect(event).toMatchObject({
    kind: 'sms_failed',
    detail: { code: 'network_error', network: 'internal error', text: 'Hola' },
  })
})

test('an answer that never came is no success; the report of its delivery settles it', async () => {
  const icc = simIn(2, 5)
  await misbehave({ silence: 1 })
  const answer = await send(icc, 'Hola')
  await misbehave({})
  expect(answer.data).toMatchObject({
    success: false,
    result: 'La red no respondió: no se sabe si el mensaje se envió',
    message: { state: 'queued' },
  })
  const [row] = await rows(icc)
  await deliver({
    kind: 'smsDelivered',
    id: 'd-3',
    iccid: icc,
    at: portal.clock.now,
    reference: row?.reference ?? '',
    segments: 1,
  })
  expect(await rows(icc)).toMatchObject([{ state: 'delivered' }])
  expect((await history(icc)).map(({ kind }) => kind)).toEqual(['sms_delivered', 'sms_unanswered'])
})

test('without a report in time the outcome is unknown, and a late one still counts', async () => {
  const icc = simIn(2, 6)
  await send(icc, 'Hola')
  const later = (hours: number) => new Date(portal.clock.now.getTime() + hours * 3_600_000)
  await expireMessages(portal.db, later(24))
  expect(await rows(icc)).toMatchObject([{ state: 'sent' }])
  await expireMessages(portal.db, later(25))
  const [row] = await rows(icc)
  expect(row).toMatchObject({ state: 'unknown', settled_at: later(25) })
  const failed = { kind: 'smsFailed', id: 'f-1', iccid: icc, at: later(26), reference: row?.reference ?? '' } as const
  await deliver({ ...failed, cause: 'expired' })
  expect(await rows(icc)).toMatchObject([{ state: 'expired', cause: 'expired' }])
  expect((await history(icc)).map(({ kind }) => kind)).toEqual(['sms_failed', 'sms_unknown', 'sms_sent'])
})

test('a SIM that is not in service, or whose number is another one now, gets none', async () => {
  const hibernated = await send(simIn(11), 'Hola')
  expect([hibernated.httpStatus, hibernated.code]).toEqual([409, 'transition_not_allowed'])
  expect(hibernated.fields).toEqual({ from: '11', to: '', allowed: 'reactivate, block, requestTermination' })
  const other = await send(simIn(2, 7), 'Hola', {}, { msisdn: '56911112222', imei: '1', device: 'x' })
  expect([other.httpStatus, other.code]).toEqual([409, 'conflict'])
  expect(await rows(simIn(2, 7))).toEqual([])
})

test.each([
  [5, 1, 'not available for Vodafone, except Vodafone with private APN'],
  [1, 15, 'not available for legacy, except Telefónica legacy with private APN'],
])('type %d with APN %d gets none [S4.13, S4.14]', async (simTypeId, apnId, error) => {
  const icc = simIn(2, 8)
  await setSimType(portal.db, icc, { simTypeId, apnId })
  const answer = await send(icc, 'Hola', { 'accept-language': 'en' })
  expect(answer).toMatchObject({ httpStatus: 409, code: 'type_not_editable', error })
})

test('a chat has both directions in one thread, with unread marks [S7.35]', async () => {
  await send(chatIcc, '¿Nivel?')
  await deliver(received(chatIcc, 'Nivel 80 %'), received(chatIcc, 'Bater\u0000ía baja'))
  const chat = await portal.data(getChatSms, 'luis', { params: { id: chatIcc } })
  expect(chat).toMatchObject({ icc: chatIcc, hasOlder: false, unread: 2, code: null })
  expect(chat.messages.map(({ direction, text, state, unread }) => [direction, text, state, unread])).toEqual([
    ['out', '¿Nivel?', 'sent', false],
    ['in', 'Nivel 80 %', 'received', true],
    ['in', 'Batería baja', 'received', true],
  ])
  const upTo = chat.messages[1]?.messageId ?? 0
  expect(await portal.data(readChatSms, 'luis', { params: { id: chatIcc }, body: { upTo } })).toEqual({ unread: 1 })
  const [latest] = await history(chatIcc)
  expect(latest).toMatchObject({ kind: 'sms_received', detail: { text: 'Batería baja' } })
})

test('a long thread comes by pages', async () => {
  const known = (await rows(chatIcc)).length
  await deliver(...Array.from({ length: CHAT_PAGE }, (_, n) => received(chatIcc, `Lectura ${n}`)))
  const last = await portal.data(getChatSms, 'luis', { params: { id: chatIcc } })
  expect([last.messages.length, last.hasOlder, last.messages.at(-1)?.text]).toEqual([
    CHAT_PAGE,
    true,
    `Lectura ${CHAT_PAGE - 1}`,
  ])
  const query = { before: last.messages[0]?.messageId ?? 0 }
  const older = await portal.data(getChatSms, 'luis', { params: { id: chatIcc }, query })
  expect([older.messages.length, older.hasOlder]).toEqual([known, false])
})

test('only type 6 has a chat; one that can not be written to can be read', async () => {
  const other = await portal.request(getChatSms, 'luis', { params: { id: simIn(2, 7) } })
  expect([other.statusCode, other.json().code]).toEqual([409, 'type_not_editable'])
  const icc = simIn(11, 1)
  await setSimType(portal.db, icc, { simTypeId: 6 })
  expect(await portal.data(getChatSms, 'luis', { params: { id: icc } })).toMatchObject({
    code: 'transition_not_allowed',
    messages: [],
  })
})

test('a running server receives delivery reports by itself', async () => {
  const connected = portal.fleet.sims.filter(({ companyId, gprs }) => companyId === COMPANIES.andesNorte && gprs === 1)
  const icc = connected[0]?.iccid ?? ''
  const end = await startWork({ ...portal.services, backgroundPool: portal.services.pool }, pino({ level: 'silent' }))
  try {
    const answer = await send(icc, 'STATUS')
    expect(answer.data.message.state).toBe('sent')
    portal.clock.now = new Date(portal.clock.now.getTime() + 5_000)
    await expect.poll(async () => (await rows(icc))[0]?.state).toBe('delivered')
    expect((await history(icc)).map(({ kind }) => kind)).toContain('sms_delivered')
  } finally {
    await end()
  }
})
