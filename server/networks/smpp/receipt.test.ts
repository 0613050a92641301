import { expect, test } from 'vitest'
import { decodePdu, encodePdu } from './pdu.ts'
import { isReceipt, readReceipt, receiptText } from './receipt.ts'

const deliver = (text: string, fields: object = {}) =>
  decodePdu(encodePdu('deliver_sm', 1, { esm_class: 4, data_coding: 0, short_message: Buffer.from(text, 'latin1'), ...fields }))

test('a receipt differs from a message by its esm_class', () => {
  expect([0, 4, 0x20, 0x40, 0x44].map((esm_class) => isReceipt(deliver('x', { esm_class })))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ])
})

test.each([
  ['id:4711 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:Hola', 'delivered', ''],
  ['id:4711 SUB:001 DLVRD:000 stat:UNDELIV err:027 Text:', 'failed', 'absent_subscriber'],
  ['id:4711 stat:UNDELIVERABLE err:032', 'failed', 'memory_full'],
  ['id:4711 stat:EXPIRED err:000', 'failed', 'expired'],
  ['id:4711 stat:REJECTD err:011', 'failed', 'rejected'],
  ['id:4711 stat:DELETED err:000', 'failed', 'unknown'],
  ['id:4711 stat:UNKNOWN', 'failed', 'unknown'],
  ['id:4711 stat:ENROUTE err:000', 'buffered', ''],
  ['id:4711 stat:ACCEPTD', 'buffered', ''],
])('%s', (text, state, cause) => {
  expect(readReceipt(deliver(text))).toEqual({ smscId: '4711', userReference: undefined, state, cause })
})

test('fields take precedence over the text, with and without the final zero of an id', () => {
  const fields = {
    receipted_message_id: Buffer.from('a-1'),
    message_state: 5,
    network_error_code: Buffer.of(3, 0, 27),
    user_message_reference: 300,
  }
  const expected = { smscId: 'a-1', userReference: 300, state: 'failed', cause: 'absent_subscriber' }
  expect(readReceipt(deliver('nothing of use', fields))).toEqual(expected)
  expect(readReceipt(deliver('', { ...fields, receipted_message_id: Buffer.from('a-1\0') }))).toEqual(expected)
})

test('a formatted receipt can be parsed', () => {
  const text = receiptText('order-7', 'DELIVRD', 0, new Date('2026-11-21T12:00:00Z'))
  expect(text).toBe('id:order-7 sub:001 dlvrd:001 submit date:2611211200 done date:2611211200 stat:DELIVRD err:000 text:')
  expect(readReceipt(deliver(text))).toMatchObject({ smscId: 'order-7', state: 'delivered' })
})
