import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUsageMessages, serialiseUsageMessages } from './message-text.ts'
import type { UsageMessage } from './usage-record.ts'

const text = fc.string({ unit: 'grapheme' })
const whole = fc.nat(Number.MAX_SAFE_INTEGER)
const facts = fc.record(
  {
    ...{ apn: text, ip: text, imei: text, sgsnIp: text, ggsnIp: text, servingNetwork: text, radioTechnology: text },
    ...{ areaCode: whole, cellId: whole },
  },
  { requiredKeys: [] },
)
const record = fc.record(
  {
    ...{
      kind: fc.constantFrom('started', 'updated', 'stopped'),
      clientId: whole,
      nas: text,
      atMs: whole,
      hasSourceClock: fc.boolean(),
    },
    ...{ sessionKey: text, inputBytes: whole, outputBytes: whole, fingerprint: text, facts },
    ...{ iccid: text, imsi: text, msisdn: text, startedAtMs: whole, seconds: whole, endCause: text, finalBy: text },
  },
  {
    requiredKeys: [
      'kind',
      'clientId',
      'nas',
      'atMs',
      'hasSourceClock',
      'sessionKey',
      'inputBytes',
      'outputBytes',
      'fingerprint',
      'facts',
    ],
  },
)
const reset = fc.record({ kind: fc.constant('reset'), clientId: whole, nas: text, atMs: whole, fingerprint: text })

test('messages survive a round trip, and absent fields stay absent', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(record, reset)), (messages) => {
      expect(parseUsageMessages(serialiseUsageMessages(messages as UsageMessage[]))).toStrictEqual(
        messages.map((one) => toPlain(one)),
      )
    }),
  )
})

test('messages stored by an older version can be read', () => {
  const old = [{ kind: 'reset', clientId: 1, nas: 'ggsn0', atMs: 5 }]
  const read = [{ ...old[0], fingerprint: '' }]
  expect(parseUsageMessages(JSON.stringify(old))).toEqual(read)
  expect(parseUsageMessages(JSON.stringify([['reset', 1, 'ggsn0', 5]]))).toEqual(read)
})

/** fast-check makes objects without a prototype now and then. */
const toPlain = <Whole extends object>(one: Whole): Whole =>
  'facts' in one ? { ...one, facts: { ...(one.facts as object) } } : { ...one }
