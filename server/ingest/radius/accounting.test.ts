import fc from 'fast-check'
import radius from 'radius'
import { expect, test } from 'vitest'
import { luhnDigit } from '#domain/identifiers.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { ATTRIBUTE, ATTRIBUTE_3GPP, CODE } from './attributes.ts'
import { type Attribute, encodeRequest, openRequest, PacketFault } from './packet.ts'
import { readAccounting } from './read-accounting.ts'
import { userLocationOf } from './user-location.ts'
import { apnOf, ipv6PrefixOf } from './values.ts'
import { accountingAttributes } from './write-accounting.ts'

const SECRET = Buffer.from('enlace-demo')
const NOW_MS = Date.UTC(2026, 10, 21, 12)
const ARRIVAL = { clientId: 3, address: '127.0.0.1', receivedAtMs: NOW_MS }

const read = (attributes: readonly Attribute[]) =>
  readAccounting(
    openRequest(encodeRequest({ code: CODE.accountingRequest, identifier: 1, attributes }, SECRET), SECRET),
    ARRIVAL,
  )

const integer = (type: number, value: number): Attribute => {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return { type, value: octets }
}
const text = (type: number, value: string): Attribute => ({ type, value: Buffer.from(value) })
const text3gpp = (type: number, value: string): Attribute => ({ ...text(type, value), is3gpp: true })
const INTERIM = [integer(ATTRIBUTE.acctStatusType, 3), text(ATTRIBUTE.acctSessionId, 'A1')]

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
const facts = fc.record(
  {
    apn: fc.constantFrom('m2m.movistar.cl', 'iot.test'),
    ip: fc.constantFrom('10.99.0.2', '2001:db8:0:1:2:3:4:5'),
    imei: digits(14).map((body) => body + luhnDigit(body)),
    sgsnIp: fc.constantFrom('10.200.1.11', '2001:db8::1'),
    ggsnIp: fc.constantFrom('10.201.1.5', 'fd00::9'),
    radioTechnology: fc.constantFrom('GSM', 'UMTS', 'LTE', 'LTE-M', 'NB-IoT', 'NR'),
  },
  { requiredKeys: [] },
)
const place = fc.record({
  servingNetwork: fc.constantFrom('730-02', '310-260', '001-01'),
  areaCode: fc.nat(65_535),
  cellId: fc.nat(0x0fff_ffff),
})
const record = fc
  .record({
    kind: fc.constantFrom('started', 'updated', 'stopped'),
    nas: fc.constantFrom('ggsn0', 'pgw-1.cl'),
    imsi: digits(15),
    msisdn: digits(11),
    sessionKey: fc.stringMatching(/^[0-9A-F]{8,16}$/),
    atMs: fc.integer({ min: NOW_MS / 1000 - 86_400, max: NOW_MS / 1000 }).map((seconds) => seconds * 1000),
    seconds: fc.nat(1_000_000),
    inputBytes: fc.nat(2 ** 45),
    outputBytes: fc.nat(2 ** 45),
    facts,
    place: fc.option(place, { nil: undefined }),
  })
  .map(
    ({ place, ...rest }): UsageRecord => ({
      ...rest,
      clientId: 3,
      hasSourceClock: true,
      fingerprint: '',
      facts: { ...rest.facts, ...place },
      ...(rest.kind === 'stopped' && { endCause: 'idle' }),
    }),
  )

test('an encoded record is decoded unchanged', () => {
  fc.assert(
    fc.property(record, (sent) => {
      expect({ ...read(accountingAttributes(sent)), fingerprint: '' }).toEqual(sent)
    }),
  )
})

test('packets of another encoder are decoded: counters beyond 4 GiB, addresses, 3GPP attributes', () => {
  const of3gpp = (type: number, value: Buffer): [string, unknown] => [
    'Vendor-Specific',
    Buffer.concat([Buffer.from([0, 0, 0x28, 0xaf, type, value.length + 2]), value]),
  ]
  const packet = radius.encode({
    code: 'Accounting-Request',
    secret: SECRET.toString(),
    identifier: 1,
    attributes: [
      ['Acct-Status-Type', 'Stop'],
      ['Acct-Session-Id', '0A0B0C0D00000001'],
      ['NAS-Identifier', 'ggsn0'],
      ['Called-Station-Id', 'iot.test.mnc002.mcc730.gprs'],
      ['Calling-Station-Id', '56912345678'],
      ['Framed-IP-Address', '10.99.0.2'],
      ['Acct-Input-Octets', 1_048_576],
      ['Acct-Output-Octets', 4_294_967_295],
      ['Acct-Output-Gigawords', 1],
      ['Acct-Session-Time', 3600],
      ['Acct-Delay-Time', 5],
      ['Acct-Terminate-Cause', 'Idle-Timeout'],
      of3gpp(ATTRIBUTE_3GPP.imsi, Buffer.from('901700000000001')),
      of3gpp(ATTRIBUTE_3GPP.imeisv, Buffer.from('3569490012345601')),
      of3gpp(ATTRIBUTE_3GPP.sgsnMccMnc, Buffer.from('73001')),
      of3gpp(ATTRIBUTE_3GPP.ratType, Buffer.from([6])),
      of3gpp(ATTRIBUTE_3GPP.userLocationInfo, Buffer.from('0037f010001a2b3c', 'hex')),
    ] as never,
  })
  expect(readAccounting(openRequest(packet, SECRET), ARRIVAL)).toMatchObject({
    kind: 'stopped',
    nas: 'ggsn0',
    imsi: '901700000000001',
    msisdn: '56912345678',
    sessionKey: '0A0B0C0D00000001',
    // five seconds on their way, and no clock of its own
    atMs: NOW_MS - 5000,
    hasSourceClock: false,
    seconds: 3600,
    inputBytes: 1_048_576,
    outputBytes: 2 ** 32 + 4_294_967_295,
    endCause: 'idle',
    facts: {
      apn: 'iot.test',
      ip: '10.99.0.2',
      imei: `35694900123456${luhnDigit('35694900123456')}`,
      servingNetwork: '730-01',
      radioTechnology: 'LTE',
      areaCode: 0x1a,
      cellId: 0x2b3c,
    },
  })
})

test('the subscriber by IMSI, number, or a User-Name that is an IMSI', () => {
  const name = text(ATTRIBUTE.userName, '730020000000001@iot.test')
  expect(read([...INTERIM, name])).toMatchObject({ imsi: '730020000000001' })
  expect(read([...INTERIM, name, text3gpp(ATTRIBUTE_3GPP.imsi, '730029999999999')])).toMatchObject({ imsi: '730029999999999' })
  expect(read([...INTERIM, text(ATTRIBUTE.callingStationId, '+56912345678')])).toMatchObject({ msisdn: '56912345678' })
  const unidentified = read([
    ...INTERIM,
    text(ATTRIBUTE.userName, 'root'),
    text(ATTRIBUTE.callingStationId, '56-90-00-00-00-01'),
  ])
  expect(unidentified).not.toHaveProperty('imsi')
  expect(unidentified).not.toHaveProperty('msisdn')
})

test('a plausible Event-Timestamp counts; an implausible one, or an implausible delay, does not', () => {
  const at = (seconds: number, delay = 0) =>
    read([...INTERIM, integer(ATTRIBUTE.eventTimestamp, seconds), integer(ATTRIBUTE.acctDelayTime, delay)])
  const nowS = NOW_MS / 1000
  expect(at(nowS - 3600, 60)).toMatchObject({ atMs: NOW_MS - 3_600_000, hasSourceClock: true })
  for (const mad of [0, 1, nowS - 90 * 86_400, nowS + 86_400, 2 ** 32 - 1]) {
    expect(at(mad, 30)).toMatchObject({ atMs: NOW_MS - 30_000, hasSourceClock: false })
  }
  expect(at(0, 2 ** 32 - 1)).toMatchObject({ atMs: NOW_MS })
})

test('Accounting-On and -Off are about an access server; other status types are not stored', () => {
  for (const type of [7, 8]) {
    expect(read([integer(ATTRIBUTE.acctStatusType, type), text(ATTRIBUTE.nasIdentifier, 'ggsn0')])).toEqual({
      kind: 'reset',
      clientId: 3,
      nas: 'ggsn0',
      atMs: NOW_MS,
      fingerprint: expect.any(String),
    })
  }
  expect(read([integer(ATTRIBUTE.acctStatusType, 9), text(ATTRIBUTE.acctSessionId, 'A1')])).toBeUndefined()
  expect(read([integer(ATTRIBUTE.acctStatusType, 7)])).toMatchObject({ nas: '127.0.0.1' })
})

test.each([
  ['no status type', [text(ATTRIBUTE.acctSessionId, 'A1')]],
  ['no session', [integer(ATTRIBUTE.acctStatusType, 3)]],
  ['a session of control characters alone', [integer(ATTRIBUTE.acctStatusType, 3), text(ATTRIBUTE.acctSessionId, '\u0000')]],
  ['an integer of three octets', [...INTERIM, { type: ATTRIBUTE.acctInputOctets, value: Buffer.alloc(3) }]],
  ['a counter beyond all traffic', [...INTERIM, integer(ATTRIBUTE.acctInputGigawords, 2 ** 32 - 1)]],
  ['a broken vendor attribute', [...INTERIM, { type: 26, value: Buffer.from([0, 0, 0x28, 0xaf, 1, 99, 7]) }]],
])('%s is malformed', (_what, attributes) => {
  expect(() => read(attributes)).toThrow(PacketFault)
})

test('locations in every format, and none in a truncated or unknown one', () => {
  const of = (hex: string) => userLocationOf(Buffer.from(hex, 'hex'))
  expect(of('0037f010001a2b3c')).toEqual({ servingNetwork: '730-01', areaCode: 0x1a, cellId: 0x2b3c })
  expect(of('0237f010001aff00')).toEqual({ servingNetwork: '730-01', areaCode: 0x1a, cellId: undefined })
  expect(of('8013006203e8')).toEqual({ servingNetwork: '310-260', areaCode: 1000, cellId: undefined })
  expect(of('8113006201234567')).toEqual({ servingNetwork: '310-260', areaCode: undefined, cellId: 0x01234567 })
  expect(of('8213006203e81300620fffffff')).toEqual({ servingNetwork: '310-260', areaCode: 1000, cellId: 0x0fffffff })
  expect(of('8913006200c3501300620123456789')).toEqual({ servingNetwork: '310-260', areaCode: 50_000, cellId: 0x123456789 })
  for (const wrong of ['', '00', '0037f010001a2b', '00aaf010001a2b3c', 'ff37f010001a2b3c']) expect(of(wrong)).toBeUndefined()
})

test('IPv6 prefixes of any length; APNs without the operator', () => {
  const of = (hex: string) => ipv6PrefixOf(Buffer.from(hex, 'hex'))
  expect(of('004020010db800010002')).toBe('2001:db8:1:2::/64')
  expect(of('002020010db8ffff')).toBe('2001:db8::/32')
  expect(of('0000')).toBe('::/0')
  for (const wrong of ['', '00', '008120010db8', '004020010db8']) expect(of(wrong)).toBeUndefined()
  expect(apnOf('IoT.Test.MNC002.MCC730.GPRS')).toBe('iot.test')
})
