import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsSegments } from '#domain/sms-segments.ts'
import { decodePdu, encodePdu } from './pdu.ts'
import { decodeText, encodeText, partOf, userReferenceOf } from './short-message.ts'

/** A part as it arrives when it went through the codec. */
function carried({ dataCoding, esmClass, octets, userReference }: ReturnType<typeof encodeText>[number]) {
  const fields = {
    source_addr: '777',
    destination_addr: '56900000001',
    data_coding: dataCoding,
    esm_class: esmClass,
    short_message: octets,
    user_message_reference: userReference,
  }
  return partOf(decodePdu(encodePdu('submit_sm', 7, fields)))
}

test('any text arrives unchanged, in the counted number of parts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 600 }), (text) => {
      const parts = encodeText(text, 'a').map(carried)
      expect(parts).toHaveLength(smsSegments(text).segments)
      expect(decodeText(Buffer.concat(parts.map(({ octets }) => octets)), parts[0]?.dataCoding ?? 0)).toBe(text)
      for (const [index, { concatenation: joined }] of parts.entries()) {
        expect(joined && [joined.part, joined.parts]).toEqual(parts.length > 1 ? [index + 1, parts.length] : undefined)
      }
    }),
  )
})

test('Spanish is sent in the GSM alphabet where it has all letters, else in UCS-2', () => {
  const [plain] = encodeText('¿Señal? Ñandú'.replace('ú', 'ù'), 'a')
  expect([plain?.dataCoding, plain?.octets.length]).toEqual([0, 13])
  const [accented] = encodeText('Información: mañana habrá más', 'a')
  expect([accented?.dataCoding, accented?.octets.length]).toEqual([8, 58])
})

test('no part exceeds the length of a message', () => {
  for (const text of ['a'.repeat(500), '€'.repeat(300), 'á'.repeat(300), '😀'.repeat(150)]) {
    for (const { octets, dataCoding } of encodeText(text, 'a'))
      expect(octets.length).toBeLessThanOrEqual(dataCoding === 0 ? 159 : 140)
  }
})

test('parts have references of their own, equal for the same message id', () => {
  expect(encodeText('a'.repeat(400), 'x').map(({ userReference }) => userReference)).toEqual(
    [1, 2, 3].map((part) => userReferenceOf('x', part)),
  )
})

test.each([
  [Buffer.from('Temperatura 21', 'latin1'), 1, 'Temperatura 21'],
  [Buffer.from('está', 'latin1'), 3, 'está'],
  [Buffer.from([0x00, 0x65, 0x00, 0x73]), 8, 'es'],
  [Buffer.from([0x00, 0x65, 0x00]), 8, 'e'],
  [Buffer.from([0xde, 0xad]), 4, 'dead'],
  [Buffer.from([0x1b, 0x65]), 0xf1, '€'],
])('what devices send is read by how it is coded: %j, coding %d', (octets, dataCoding, text) => {
  expect(decodeText(octets, dataCoding)).toBe(text)
})

test('parts are recognised by both headers and by sar fields; an invalid header is ignored', () => {
  const joined = (fields: object) => partOf(decodePdu(encodePdu('deliver_sm', 1, { data_coding: 0, ...fields }))).concatenation
  const header = (...octets: number[]) => ({ esm_class: 0x40, short_message: Buffer.from([octets.length, ...octets, 0x41]) })
  expect(joined(header(0, 3, 77, 2, 1))).toEqual({ reference: 77, parts: 2, part: 1 })
  expect(joined(header(5, 4, 0, 1, 0, 2, 8, 4, 1, 0, 3, 2))).toEqual({ reference: 256, parts: 3, part: 2 })
  expect(joined({ short_message: Buffer.from('x'), sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 2 })).toEqual(
    {
      reference: 9,
      parts: 2,
      part: 2,
    },
  )
  expect(joined(header(0, 3, 77, 2, 3))).toBeUndefined()
  expect(joined({ esm_class: 0x40, short_message: Buffer.alloc(0) })).toBeUndefined()
})
