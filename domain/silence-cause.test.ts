import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPERATION_KINDS } from './eligibility.ts'
import {
  CURE_OF,
  causeBeforeNetwork,
  isUnanswered,
  type NetworkEvidence,
  SILENCE_CAUSES,
  type SilenceCause,
  type SilenceEvidence,
  silenceCause,
} from './silence-cause.ts'
import { REPORTED_STATES } from './sim-lifecycle.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)

const FINE: SilenceEvidence['administrative'] = {
  administrativeStatus: 2,
  isCompanyBlocked: false,
  planCode: 'IOT250',
  apn: 'm2m.enlace',
  usedBytes: 10,
  limitBytes: 11,
  imei: '864356051188427',
  isImeiLocked: true,
}
const SEEN = { isRegistered: true, lastUpdateAt: ago(5) }
const OPEN = { stoppedAt: undefined, apn: 'm2m.enlace', dataBytes: 5 }
const WORKS: Exclude<NetworkEvidence, string> = {
  state: 'active',
  registration: SEEN,
  dataSession: OPEN,
  imei: FINE.imei,
}

interface Case {
  readonly administrative?: Partial<SilenceEvidence['administrative']>
  readonly answer?: NetworkEvidence
  readonly isNetworkClosed?: boolean
}
const causeOf = ({ administrative = {}, answer = WORKS, isNetworkClosed = false }: Case): SilenceCause =>
  silenceCause({ administrative: { ...FINE, ...administrative }, isNetworkClosed }, answer, NOW)
const answering = (more: Partial<typeof WORKS>): NetworkEvidence => ({ ...WORKS, ...more })

const EXAMPLES: readonly (readonly [SilenceCause, string, Case])[] = [
  ['not_activated', 'ready to use', { administrative: { administrativeStatus: 1 } }],
  ['stopped', 'deactivated', { administrative: { administrativeStatus: 3 } }],
  ['stopped', 'suspended', { administrative: { administrativeStatus: 4 } }],
  ['ended', 'termination in process', { administrative: { administrativeStatus: 5 } }],
  ['ended', 'terminated', { administrative: { administrativeStatus: 6 } }],
  ['ended', 'retired', { administrative: { administrativeStatus: 7 } }],
  ['hibernated', 'hibernation in process', { administrative: { administrativeStatus: 8 } }],
  ['ended', 'termination requested', { administrative: { administrativeStatus: 9 } }],
  ['data_cut', 'cut by an alarm', { administrative: { administrativeStatus: 10 } }],
  ['hibernated', 'hibernated', { administrative: { administrativeStatus: 11 } }],
  ['company_blocked', 'its company is blocked', { administrative: { isCompanyBlocked: true } }],
  ['contract_incomplete', 'without a plan', { administrative: { planCode: '' } }],
  ['contract_incomplete', 'without an APN', { administrative: { apn: '' } }],
  ['limit_reached', 'the limit is reached', { administrative: { usedBytes: 11 } }],
  ['not_asked', 'no network carries it', { answer: 'no_network' }],
  ['not_asked', 'the network has no such question', { answer: 'not_supported' }],
  ['network_down', 'the network does not answer in time', { answer: 'timeout' }],
  ['network_down', 'the network is not reached', { answer: 'unreachable' }],
  ['unknown_sim', 'the network does not know it', { answer: 'unknown_sim' }],
  [
    'network_differs',
    'suspended at its network',
    { answer: answering({ state: 'suspended', registration: undefined, dataSession: undefined }) },
  ],
  [
    'network_differs',
    'its data is cut at its network alone',
    { answer: answering({ state: 'data_cut', dataSession: undefined }) },
  ],
  ['other_device', 'locked, in another device', { answer: answering({ imei: '356938035643809' }) }],
  ['never_registered', 'never seen', { answer: answering({ registration: undefined, dataSession: undefined }) }],
  ['not_registered', 'the device is off', { answer: answering({ registration: { ...SEEN, isRegistered: false } }) }],
  ['stale_registration', 'not seen for 25 h', { answer: answering({ registration: { ...SEEN, lastUpdateAt: ago(1500) } }) }],
  ['apn', 'it never had a session', { answer: answering({ dataSession: undefined }) }],
  ['apn', 'its session uses another APN', { answer: answering({ dataSession: { ...OPEN, apn: 'internet' } }) }],
  ['no_session', 'its session ended hours ago', { answer: answering({ dataSession: { ...OPEN, stoppedAt: ago(300) } }) }],
  ['working', 'registered, with an open session', {}],
  ['working', 'its session ended minutes ago', { answer: answering({ dataSession: { ...OPEN, stoppedAt: ago(5) } }) }],
  ['working', 'its network reports sessions alone', { answer: answering({ registration: undefined }) }],
]

describe('one SIM, one cause', () => {
  test.each(EXAMPLES)('%s: %s', (cause, _, one) => expect(causeOf(one)).toBe(cause))

  test('each cause has an example, so that none is out of reach', () => {
    expect(new Set(EXAMPLES.map(([cause]) => cause))).toEqual(new Set(SILENCE_CAUSES))
  })
})

describe('a network that an administrator has closed', () => {
  test('explains what looks like its absence', () => {
    const off = answering({ registration: { ...SEEN, isRegistered: false } })
    expect(causeOf({ answer: off, isNetworkClosed: true })).toBe('network_down')
  })

  test('explains neither a SIM that works nor one that another cause stops', () => {
    expect(causeOf({ isNetworkClosed: true })).toBe('working')
    expect(causeOf({ answer: 'unknown_sim', isNetworkClosed: true })).toBe('unknown_sim')
    expect(causeOf({ administrative: { administrativeStatus: 11 }, isNetworkClosed: true })).toBe('hibernated')
  })
})

const moment = fc.option(fc.integer({ min: 0, max: 4_000 }).map(ago), { nil: undefined })
const administrative = fc.record({
  administrativeStatus: fc.integer({ min: 1, max: 11 }),
  isCompanyBlocked: fc.boolean(),
  planCode: fc.constantFrom('', 'IOT250'),
  apn: fc.constantFrom('', 'm2m.enlace'),
  usedBytes: fc.nat(20),
  limitBytes: fc.option(fc.nat(20)),
  imei: fc.constantFrom('', FINE.imei),
  isImeiLocked: fc.boolean(),
})
const answers: fc.Arbitrary<NetworkEvidence> = fc.oneof(
  fc.constantFrom('timeout' as const, 'unreachable' as const, 'unknown_sim' as const, 'not_supported' as const),
  fc.record({
    state: fc.constantFrom(...REPORTED_STATES),
    registration: fc.option(fc.record({ isRegistered: fc.boolean(), lastUpdateAt: moment }), { nil: undefined }),
    dataSession: fc.option(
      fc.record({ stoppedAt: moment, apn: fc.constantFrom('', 'm2m.enlace', 'internet'), dataBytes: fc.nat(9) }),
      {
        nil: undefined,
      },
    ),
    imei: fc.constantFrom('', FINE.imei, '356938035643809'),
  }),
)

test('whatever is known, there is one cause of the list, and the portal’s own facts come first', () => {
  fc.assert(
    fc.property(administrative, answers, fc.boolean(), (facts, answer, isNetworkClosed) => {
      const evidence = { administrative: facts, isNetworkClosed }
      const cause = silenceCause(evidence, answer, NOW)
      expect(SILENCE_CAUSES).toContain(cause)
      const known = causeBeforeNetwork(evidence)
      expect(known === undefined || known === cause).toBe(true)
      // a SIM that may work is never put down to its contract, one that may not never to its network
      expect(isUnanswered(cause) && known !== undefined).toBe(false)
      if (cause === 'working') expect(facts.administrativeStatus).toBe(2)
    }),
  )
})

test('cures are operations, and none cures a SIM with which nothing is wrong', () => {
  for (const kind of Object.values(CURE_OF)) expect(OPERATION_KINDS).toContain(kind)
  expect([CURE_OF.working, CURE_OF.network_down, CURE_OF.not_registered]).toEqual([undefined, undefined, undefined])
})
