import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { collectEvents, messageFields, openSmppRig, SMPP_POLL, SMPP_SIM, type SmppRig } from '#test/smpp-rig.ts'
import type { NetworkEvent } from '../network-events.ts'
import { STATUS } from './pdu.ts'

let rig: SmppRig
const database = await createTestDatabase()
afterAll(() => database.drop())
beforeEach(async () => {
  rig = await openSmppRig(database)
})
afterEach(() => rig.close())

test('a device’s message keeps its id when it is delivered again after the connection was lost', async () => {
  const link = rig.open()
  const events = collectEvents(link)
  await rig.bound()
  await rig.centre.deliver(messageFields('OK'))
  await rig.centre.deliver(messageFields('OK'))
  expect(events.map((event) => event.kind === 'smsReceived' && [event.text, event.to, event.segments])).toEqual([
    ['OK', '1500', 1],
    ['OK', '1500', 1],
  ])
  expect(events[0]?.id).not.toBe(events[1]?.id)
  rig.centre.cut()
  await expect.poll(() => rig.centre.binds.length, SMPP_POLL).toBe(2)
  await rig.bound()
  await rig.centre.deliver(messageFields('OK'))
  expect(events[2]?.id).toBe(events[0]?.id)
  // a device's own message number distinguishes messages
  await rig.centre.deliver(messageFields('OK', { user_message_reference: 5 }))
  await rig.centre.deliver(messageFields('OK', { user_message_reference: 5 }))
  expect([events[3]?.id === events[0]?.id, events[4]?.id === events[3]?.id]).toEqual([false, true])
})

test('a message that could not be stored is not acknowledged, and is stored when it is delivered again', async () => {
  const link = rig.open()
  const events: NetworkEvent[] = []
  let isFull = true
  link.listen(async (batch) => {
    if (isFull) throw new Error('the disk is full')
    events.push(...batch)
  })
  await rig.bound()
  const message = messageFields('ALARMA', { user_message_reference: 9 })
  const refused = await rig.centre.deliver(message)
  expect(refused.kind === 'answer' && refused.pdu.status).toBe(STATUS.tryAgain)
  isFull = false
  const taken = await rig.centre.deliver(message)
  expect([taken.kind === 'answer' && taken.pdu.status, events.length]).toEqual([STATUS.ok, 1])
})

test('the parts of a device’s text are assembled in any order and over any connection', async () => {
  const text = 'La batería está baja 😀 '.repeat(5)
  const octets = Buffer.from(text, 'utf16le').swap16()
  const size = Math.ceil(octets.length / 3)
  const part = (n: number) => ({
    source_addr: SMPP_SIM.iccid,
    destination_addr: '1500',
    esm_class: 0x40,
    data_coding: 8,
    short_message: Buffer.concat([Buffer.of(5, 0, 3, 12, 3, n), octets.subarray((n - 1) * size, n * size)]),
  })
  const first = rig.open()
  collectEvents(first)
  await rig.bound()
  await rig.centre.deliver(part(3))
  await first.close()
  const events = collectEvents(rig.open())
  await expect.poll(() => rig.centre.binds.length, SMPP_POLL).toBe(2)
  await rig.bound()
  await rig.centre.deliver(part(1))
  await rig.centre.deliver(part(3))
  expect(events).toEqual([])
  await rig.centre.deliver(part(2))
  expect(events).toMatchObject([{ kind: 'smsReceived', text, segments: 3 }])
})

test('a long message with a missing part is delivered after an hour, with a placeholder, once', async () => {
  const link = rig.open({}, 20)
  const events = collectEvents(link)
  await rig.bound()
  const part = (place: number, text: string) =>
    messageFields('', {
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, 77, 3, place), Buffer.from(text, 'latin1')]),
    })
  await rig.centre.deliver(part(1, 'Nivel de agua '))
  await rig.centre.deliver(part(3, 'revisar la bomba'))
  rig.clock.now = new Date(rig.clock.now.getTime() + 59 * 60_000)
  await rig.centre.deliver(messageFields('entre medio'))
  expect(events).toMatchObject([{ kind: 'smsReceived', text: 'entre medio' }])
  rig.clock.now = new Date(rig.clock.now.getTime() + 2 * 60_000)
  await expect.poll(() => events.length, SMPP_POLL).toBe(2)
  expect(events[1]).toMatchObject({
    kind: 'smsReceived',
    iccid: SMPP_SIM.iccid,
    text: 'Nivel de agua  […] revisar la bomba',
    segments: 2,
    isIncomplete: true,
  })
  await rig.centre.deliver(messageFields('después'))
  await expect.poll(() => events.length, SMPP_POLL).toBe(3)
  const { rows } = await database.pool.query('SELECT FROM smpp_received WHERE network_id = $1 AND octets IS NOT NULL', [
    rig.networkId,
  ])
  expect(rows).toEqual([])
})

test('an incomplete text is delivered once to a listener that is slow to store it', async () => {
  const link = rig.open({}, 5)
  const events: NetworkEvent[] = []
  const { promise: isKept, resolve: keep } = Promise.withResolvers<void>()
  link.listen(async (batch) => {
    events.push(...batch)
    // like a busy database: as long as many polls
    await sleep(250)
    keep()
  })
  await rig.bound()
  await rig.centre.deliver(
    messageFields('', {
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, 78, 2, 1), Buffer.from('Nivel ', 'latin1')]),
    }),
  )
  rig.clock.now = new Date(rig.clock.now.getTime() + 61 * 60_000)
  await isKept
  expect(events).toMatchObject([{ kind: 'smsReceived', segments: 1, isIncomplete: true }])
})
