import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { insertQueuedMessages } from '#server/records/sms-messages.ts'
import { createTestDatabase } from '#test/database.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import {
  collectEvents,
  openSmppRig,
  receiptFields,
  SMPP_POLL,
  SMPP_SIM,
  type SmppRig,
  sendText,
  textsOf,
} from '#test/smpp-rig.ts'
import { numberField, octetsField, STATUS, textField } from './pdu.ts'
import { userReferenceOf } from './short-message.ts'

let rig: SmppRig
const database = await createTestDatabase()
const db = createDatabase(database.pool)
await createFleet(db, new Date())
afterAll(() => database.drop())
beforeEach(async () => {
  rig = await openSmppRig(database)
})
afterEach(() => rig.close())

async function storeMessage(reference: string): Promise<void> {
  const sms = { text: 'Hola', userId: null, actor: 'ana@andes.test', at: rig.clock.now }
  await insertQueuedMessages(db, sms, [{ companyId: COMPANIES.andes, iccid: SMPP_SIM.iccid, reference }])
}

test('a text arrives unchanged, with its coding and a receipt requested', async () => {
  const link = rig.open()
  expect(await sendText(link, 'Información: mañana habrá más €')).toEqual({ kind: 'accepted', reference: 'm-1' })
  expect(await sendText(link, '¿Señal? 5 €')).toMatchObject({ kind: 'accepted' })
  expect(textsOf(rig.centre.submitted)).toEqual(['Información: mañana habrá más €', '¿Señal? 5 €'])
  const [first, second] = rig.centre.submitted
  expect(first?.fields).toMatchObject({ destination_addr: SMPP_SIM.iccid, source_addr: '777', registered_delivery: 0x11 })
  expect(first && second && [numberField(first, 'data_coding'), numberField(second, 'data_coding')]).toEqual([8, 0])
  expect(first && textField(first, 'validity_period')).toBe('000001000000000R')
})

test('a long text is sent in parts and delivered when all of them are, by whichever id the receipts have', async () => {
  const link = rig.open()
  const events = collectEvents(link)
  await rig.bound()
  const reference = randomUUID()
  expect(await sendText(link, 'ab'.repeat(200), reference)).toMatchObject({ kind: 'accepted' })
  expect(textsOf(rig.centre.submitted).join('')).toBe('ab'.repeat(200))
  const idOf = (part: number): string => {
    const at = rig.centre.submitted.findIndex((pdu) => octetsField(pdu, 'short_message')[5] === part)
    return `m-${at + 1}`
  }
  // the whole reference, its low eight bits, and only the centre's id
  await rig.centre.deliver(receiptFields({ user_message_reference: userReferenceOf(reference, 1) }))
  await rig.centre.deliver(receiptFields({ user_message_reference: userReferenceOf(reference, 2) & 0xff }))
  expect(events.filter(({ kind }) => kind === 'smsDelivered')).toEqual([])
  await rig.centre.deliver(receiptFields({ receipted_message_id: Buffer.from(idOf(3)) }))
  expect(events).toMatchObject([{ kind: 'smsDelivered', iccid: SMPP_SIM.iccid, reference, segments: 3 }])
})

test('a message is buffered and fails with a cause; a repeated receipt gives the same event', async () => {
  const link = rig.open()
  const events = collectEvents(link)
  await rig.bound()
  const reference = randomUUID()
  await sendText(link, 'Hola', reference)
  const own = { user_message_reference: userReferenceOf(reference, 1) }
  await rig.centre.deliver(receiptFields({ ...own, esm_class: 0x20 }, 'ENROUTE'))
  for (let times = 0; times < 2; times++)
    await rig.centre.deliver(receiptFields({ ...own, network_error_code: Buffer.of(3, 0, 27) }, 'UNDELIV'))
  expect(events.map(({ kind }) => kind)).toEqual(['smsBuffered', 'smsFailed', 'smsFailed'])
  expect(events[1]).toMatchObject({ reference, cause: 'absent_subscriber' })
  expect(events[2]?.id).toBe(events[1]?.id)
})

test('a receipt without a matching message is acknowledged and ignored', async () => {
  const events = collectEvents(rig.open())
  await rig.bound()
  const reply = await rig.centre.deliver(receiptFields({ receipted_message_id: Buffer.from('unknown') }))
  expect([reply.kind === 'answer' && reply.pdu.status, events]).toEqual([STATUS.ok, []])
})

test('a connection cut before the answer leaves the message unknown: sent once, settled by its receipt', async () => {
  const link = rig.open()
  const events = collectEvents(link)
  await rig.bound()
  const answer = rig.centre.onSubmit
  rig.centre.onSubmit = async (pdu) => {
    await answer(pdu)
    rig.centre.cut()
    return undefined
  }
  const reference = randomUUID()
  expect(await sendText(link, 'Hola', reference)).toEqual({ kind: 'unknown', why: 'connection' })
  rig.centre.onSubmit = answer
  await expect.poll(() => rig.centre.binds.length, SMPP_POLL).toBe(2)
  await rig.bound()
  // the centre's id was never received: the stored message is enough to match the receipt
  await storeMessage(reference)
  await rig.centre.deliver(
    receiptFields({ user_message_reference: userReferenceOf(reference, 1), receipted_message_id: Buffer.from('m-1') }),
  )
  expect(events).toMatchObject([{ kind: 'smsDelivered', reference, segments: 1 }])
  expect(rig.centre.submitted).toHaveLength(1)
})

test('a message that the centre took is accepted also when its id cannot be stored, and settled by its receipt', async () => {
  const link = rig.open()
  const events = collectEvents(link)
  await rig.bound()
  const reference = randomUUID()
  const repair = await failWrites(db, 'smpp_parts', 'refused')
  expect(await sendText(link, 'Hola', reference)).toEqual({ kind: 'accepted', reference: 'm-1' })
  await repair()
  await storeMessage(reference)
  await rig.centre.deliver(
    receiptFields({ user_message_reference: userReferenceOf(reference, 1), receipted_message_id: Buffer.from('m-1') }),
  )
  expect(events).toMatchObject([{ kind: 'smsDelivered', reference, segments: 1 }])
})

test('an answer that comes too late ends nothing when its id cannot be stored', async () => {
  const link = rig.open()
  collectEvents(link)
  await rig.bound()
  const take = rig.centre.onSubmit
  const late = Promise.withResolvers<void>()
  rig.centre.onSubmit = async (pdu) => {
    await late.promise
    return take(pdu)
  }
  const command = { requestId: randomUUID(), signal: AbortSignal.timeout(200) }
  const message = { text: 'Hola', reference: randomUUID(), validitySeconds: 3600 }
  expect(await link.sendSms(SMPP_SIM, message, command)).toMatchObject({ kind: 'unknown' })
  const repair = await failWrites(db, 'smpp_parts', 'refused')
  const errors: unknown[] = []
  const onRejection = (error: unknown) => errors.push(error)
  process.on('unhandledRejection', onRejection)
  late.resolve()
  await expect.poll(() => rig.centre.submitted, SMPP_POLL).toHaveLength(1)
  rig.centre.onSubmit = take
  // the next one is answered after the late one was worked on
  await sendText(link, 'Hola')
  process.off('unhandledRejection', onRejection)
  await repair()
  expect(errors).toEqual([])
})

test.each([
  [0x58, { cause: 'rate_limited', retryable: true, text: 'ESME_RTHROTTLED' }],
  [0x0b, { cause: 'unknown_sim', retryable: false, text: 'ESME_RINVDSTADR' }],
  [0xff, { cause: 'network_error', retryable: false, text: 'ESME_RUNKNOWNERR' }],
])('a message that the centre refuses with status %d was surely not sent', async (status, refusal) => {
  rig.centre.onSubmit = async () => ({ status })
  expect(await sendText(rig.open(), 'Hola')).toEqual({ kind: 'rejected', ...refusal })
})

test('no more messages are unanswered than the window allows, and one aborted before its turn is not sent', async () => {
  let inside = 0
  let most = 0
  const answers: (() => void)[] = []
  const take = rig.centre.onSubmit
  rig.centre.onSubmit = async (pdu) => {
    inside++
    most = Math.max(most, inside)
    await new Promise<void>((resolve) => answers.push(resolve))
    inside--
    return take(pdu)
  }
  const link = rig.open({ windowSize: 3 })
  const sent = Array.from({ length: 12 }, (_, n) => sendText(link, `n ${n}`))
  await expect.poll(() => answers.length, SMPP_POLL).toBe(3)
  const aborting = new AbortController()
  const late = link.sendSms(
    SMPP_SIM,
    { text: 'x', reference: 'x', validitySeconds: 60 },
    { requestId: 'x', signal: aborting.signal },
  )
  // it is in the queue by then: the window is full
  await new Promise((resolve) => setImmediate(resolve))
  aborting.abort()
  expect(await late).toMatchObject({ kind: 'rejected', cause: 'unreachable' })
  const pump = setInterval(() => answers.splice(0).map((go) => go()), 5)
  expect(new Set((await Promise.all(sent)).map(({ kind }) => kind))).toEqual(new Set(['accepted']))
  clearInterval(pump)
  expect([most, rig.centre.submitted.length]).toEqual([3, 12])
})
