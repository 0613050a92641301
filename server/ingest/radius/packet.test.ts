import fc from 'fast-check'
import radius from 'radius'
import { expect, test } from 'vitest'
import { ATTRIBUTE, CODE } from './attributes.ts'
import {
  type Attribute,
  encodeRequest,
  encodeResponse,
  openRequest,
  openResponse,
  openStatusServer,
  PacketFault,
} from './packet.ts'

const SECRET = Buffer.from('enlace-demo')

const octets = (least: number, most: number) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((bytes) => Buffer.from(bytes))
// types with a meaning to the codec have tests of their own
const plainType = fc
  .integer({ min: 1, max: 255 })
  .filter((type) => type !== ATTRIBUTE.proxyState && type !== ATTRIBUTE.messageAuthenticator)
const attribute: fc.Arbitrary<Attribute> = fc.record({ type: plainType, value: octets(1, 247), is3gpp: fc.boolean() })
const request = fc.record({
  code: fc.constantFrom(CODE.accountingRequest, CODE.disconnectRequest),
  identifier: fc.integer({ min: 0, max: 255 }),
  attributes: fc.array(attribute, { maxLength: 12 }),
  isSigned: fc.boolean(),
})

const reasonOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof PacketFault) return error.reason
    throw error
  }
}

test('an encoded packet is verified and decoded; another secret is refused', () => {
  fc.assert(
    fc.property(request, octets(1, 40), (draft, secret) => {
      const packet = openRequest(encodeRequest(draft, secret), secret)
      expect(packet).toMatchObject({ code: draft.code, identifier: draft.identifier, isSigned: draft.isSigned })
      expect(reasonOf(() => openRequest(encodeRequest(draft, secret), Buffer.concat([secret, Buffer.from('x')])))).toBe(
        'wrong_secret',
      )
    }),
  )
})

test('a packet with any changed octet is refused', () => {
  fc.assert(
    fc.property(request, fc.nat(), fc.integer({ min: 1, max: 255 }), (draft, where, change) => {
      const packet = encodeRequest(draft, SECRET)
      const at = where % packet.length
      packet[at] = (packet[at] ?? 0) ^ change
      expect(reasonOf(() => openRequest(packet, SECRET))).not.toBe('none')
    }),
    { numRuns: 2_000 },
  )
})

test('a datagram that is too short, has a wrong length or is truncated is malformed; octets after the packet are padding', () => {
  const packet = encodeRequest({ code: 4, identifier: 1, attributes: [{ type: 44, value: Buffer.from('A1') }] }, SECRET)
  for (const length of [0, 1, 4, 19, packet.length - 1]) {
    expect(reasonOf(() => openRequest(packet.subarray(0, length), SECRET))).toBe('malformed')
  }
  for (const length of [0, 19, 4097, 65_535]) {
    const wrong = Buffer.from(packet)
    wrong.writeUInt16BE(length, 2)
    expect(reasonOf(() => openRequest(wrong, SECRET))).toBe('malformed')
  }
  expect(openRequest(Buffer.concat([packet, Buffer.from('padding')]), SECRET).octets).toEqual(packet)
})

test('an answer repeats the Proxy-States in their order, is signed when the request was, and is bound to the request', () => {
  const states = ['first', 'second'].map((text) => ({ type: ATTRIBUTE.proxyState, value: Buffer.from(text) }))
  const answered = (code: number, isSigned: boolean) => {
    const asked = openRequest(encodeRequest({ code, identifier: 7, attributes: states, isSigned }, SECRET), SECRET)
    const answer = encodeResponse(asked, code + 1, SECRET)
    const other = openRequest(encodeRequest({ code, identifier: 8, attributes: states }, SECRET), SECRET)
    expect(reasonOf(() => openResponse(answer, other.authenticator, SECRET))).toBe('wrong_secret')
    const read = openResponse(answer, asked.authenticator, SECRET)
    expect(read).toMatchObject({ code: code + 1, identifier: 7 })
    expect(read.proxyStates.map((state) => state.subarray(2).toString())).toEqual(['first', 'second'])
    return read
  }
  expect(answered(CODE.disconnectRequest, true).isSigned).toBe(true)
  expect(answered(CODE.disconnectRequest, false).isSigned).toBe(false)
  expect(answered(CODE.accountingRequest, true).isSigned).toBe(false)
})

test('two Message-Authenticators, or a short one, are malformed', () => {
  for (const lengths of [[16, 16], [15], [17]]) {
    const attributes = lengths.map((length) => ({ type: ATTRIBUTE.messageAuthenticator, value: Buffer.alloc(length) }))
    expect(reasonOf(() => openRequest(encodeRequest({ code: 4, identifier: 1, attributes }, SECRET), SECRET))).toBe('malformed')
  }
  const zeros = [{ type: ATTRIBUTE.messageAuthenticator, value: Buffer.alloc(16) }]
  expect(reasonOf(() => openRequest(encodeRequest({ code: 4, identifier: 1, attributes: zeros }, SECRET), SECRET))).toBe(
    'wrong_secret',
  )
})

test('packets are compatible with another encoder in both directions', () => {
  const theirs = radius.encode({
    code: 'Accounting-Request',
    secret: SECRET.toString(),
    identifier: 33,
    attributes: [
      ['Acct-Status-Type', 'Interim-Update'],
      ['Acct-Session-Id', 'A1'],
      ['Acct-Input-Octets', 4_294_967_295],
      ['Framed-IP-Address', '10.99.0.2'],
    ],
  })
  const packet = openRequest(theirs, SECRET)
  expect(packet).toMatchObject({ code: 4, identifier: 33, isSigned: false })
  const answer = encodeResponse(packet, CODE.accountingResponse, SECRET)
  expect(radius.verify_response({ request: theirs, response: answer, secret: SECRET.toString() })).toBe(true)
  const ours = encodeRequest({ code: 4, identifier: 5, attributes: [{ type: 44, value: Buffer.from('Ñandú') }] }, SECRET)
  expect(radius.decode({ packet: ours, secret: SECRET.toString() }).attributes).toMatchObject({ 'Acct-Session-Id': 'Ñandú' })
})

test('Status-Server requires a signature over its own random authenticator', () => {
  const signed = radius.encode({
    code: 'Status-Server',
    secret: SECRET.toString(),
    identifier: 9,
    attributes: [],
    add_message_authenticator: true,
  })
  expect(openStatusServer(signed, SECRET)).toMatchObject({ code: CODE.statusServer, identifier: 9 })
  expect(reasonOf(() => openStatusServer(signed, Buffer.from('other')))).toBe('wrong_secret')
  expect(reasonOf(() => openStatusServer(Buffer.concat([Buffer.from([12, 1, 0, 20]), Buffer.alloc(16, 3)]), SECRET))).toBe(
    'malformed',
  )
})
