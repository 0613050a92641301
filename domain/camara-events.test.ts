import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cloudEvent,
  EVENT_API_NAMES,
  type EventApiName,
  type EventSource,
  type EventSubject,
  endOf,
  eventApi,
  type SubscribedSim,
  startOf,
  statusOfSubscription,
  stepTo,
} from './camara-events.ts'
import { LOCATION_UNCERTAINTY_M } from './geofences.ts'

const SIM: SubscribedSim = {
  ...{
    imsi: '730020000000001',
    network: '',
    radioTechnology: '',
    hasSession: false,
    isInNetwork: undefined,
    location: undefined,
  },
  ...{ activatedAt: '', imei: '', hasLeft: false, volume: undefined, saidAt: '' },
}
const levelOf = (
  api: EventApiName,
  sim: Partial<SubscribedSim>,
  before = '',
  { type = '', subject = {} }: { type?: string; subject?: EventSubject } = {},
) => eventApi(api).level({ ...SIM, ...sim }, before, { type, subject })

describe('levels', () => {
  test.each([
    [{}, '', ''],
    [{}, 'home 730', 'home 730'],
    [{ network: '730-02' }, '', 'home 730'],
    [{ network: '262-01' }, 'home 730', 'roaming 262'],
    [{ network: '901-28' }, 'home 730', 'roaming 901'],
  ])('of roaming: %j after %j is %j', (sim, before, expected) => {
    expect(levelOf('device-roaming-status-subscriptions', sim, before)).toBe(expected)
  })

  test.each([
    [{ hasSession: true, isInNetwork: false }, '', 'data'],
    [{ isInNetwork: true }, 'data', 'sms'],
    [{ isInNetwork: false }, 'data', 'none'],
    // a session that ended, of which nothing more is said
    [{}, 'data', 'sms'],
    [{}, 'none', 'none'],
    [{}, '', ''],
    [{ isInNetwork: false, saidAt: '2026-11-01T00:00:09.000Z' }, 'data', 'none 2026-11-01T00:00:09.000Z'],
    // the end of its session is counted after the network has lost the SIM
    [{}, 'none 2026-11-01T00:00:09.000Z', 'none 2026-11-01T00:00:09.000Z'],
    // and so is what it reported before
    [
      { hasSession: true, isInNetwork: true, saidAt: '2026-11-01T00:00:08.999Z' },
      'none 2026-11-01T00:00:09.000Z',
      'none 2026-11-01T00:00:09.000Z',
    ],
    [{ isInNetwork: true, saidAt: '2026-11-01T00:00:09.001Z' }, 'none 2026-11-01T00:00:09.000Z', 'sms'],
    // one that fell silent was lost at no moment: any report brings it back
    [{ isInNetwork: true, saidAt: '2026-11-01T00:00:00.000Z' }, 'none', 'sms'],
  ])('of reachability: %j after %j is %j', (sim, before, expected) => {
    expect(levelOf('device-reachability-status-subscriptions', sim, before)).toBe(expected)
  })

  const area = { areaType: 'CIRCLE', center: { latitude: 0, longitude: 0 }, radius: 1000 } as const
  /** metres of a degree of longitude at the equator, about */
  const DEGREE_M = 111_195
  test.each([
    [900, '', 'inside'],
    [1100, '', ''],
    [1100, 'inside', 'inside'],
    [1100, 'outside', 'outside'],
    [1000 + LOCATION_UNCERTAINTY_M + 20, 'inside', 'outside'],
  ])('of an area: %d m from the middle after %j is %j', (metres, before, expected) => {
    const location = { latitude: 0, longitude: metres / DEGREE_M }
    expect(levelOf('geofencing-subscriptions', { location }, before, { subject: { area } })).toBe(expected)
    expect(levelOf('geofencing-subscriptions', {}, before, { subject: { area } })).toBe(before)
  })
})

describe('levels of fraud prevention', () => {
  const api = 'iot-sim-fraud-prevention-subscriptions'
  const location = { latitude: 1, longitude: 2 }
  test.each([
    ['imei-change', { imei: '356949001234564' }, '', '356949001234564'],
    ['imei-change', {}, '356949001234564', '356949001234564'],
    // the same device with another check digit
    ['imei-change', { imei: '356949001234560' }, '356949001234564', '356949001234564'],
    ['imei-change', { imei: '490154203237518' }, '356949001234564', '490154203237518'],
    ['area-change', { hasLeft: true }, '', ''],
    ['area-change', { hasLeft: true, location }, '', 'outside 1 2'],
    ['area-change', { hasLeft: true, location }, 'outside 3 4', 'outside 3 4'],
    ['area-change', { hasLeft: false, location }, 'outside 3 4', 'inside 1 2'],
  ])('%s: %j after %j is %j', (type, sim, before, expected) => {
    expect(levelOf(api, sim, before, { type })).toBe(expected)
  })

  test('a SIM that was never outside has not moved', () => {
    expect(eventApi(api).event('area-change', '', 'inside 1 2')).toBeUndefined()
    expect(eventApi(api).event('area-change', '', 'outside 1 2')).toEqual({
      area: { areaType: 'CIRCLE', center: location, radius: LOCATION_UNCERTAINTY_M },
    })
  })
})

describe('levels of a data volume', () => {
  const api = 'device-data-volume-subscriptions'
  const levelAt = (usedBytes: number, before = '', cycleStart = '2026-11-01', limitBytes: number | null = 1000) =>
    levelOf(api, { volume: { cycleStart, usedBytes, limitBytes } }, before)

  test.each([
    [0, '', '2026-11-01 0'],
    [499, '', '2026-11-01 0'],
    [500, '2026-11-01 0', '2026-11-01 50'],
    [749, '2026-11-01 0', '2026-11-01 50'],
    [899, '2026-11-01 0', '2026-11-01 75'],
    [999, '2026-11-01 0', '2026-11-01 90'],
    [1000, '2026-11-01 0', '2026-11-01 100'],
    [90_000, '2026-11-01 100', '2026-11-01 100'],
    // taken back by a charging record, or less of a larger plan
    [10, '2026-11-01 75', '2026-11-01 75'],
    [10, '2026-10-01 100', '2026-11-01 0'],
    [950, '2026-10-01 100', '2026-11-01 90'],
    // of a clock that is slow
    [950, '2026-12-01 0', '2026-12-01 0'],
  ])('%d of 1000 bytes after %j is %j', (used, before, expected) => {
    expect(levelAt(used, before)).toBe(expected)
  })

  test('of a plan without data, and without a reading, it is as before', () => {
    expect(levelAt(7, '2026-11-01 50', '2026-11-01', null)).toBe('2026-11-01 50')
    expect(levelOf(api, {}, '2026-11-01 50')).toBe('2026-11-01 50')
  })

  test('each limit is an event once in each cycle in which it is reached, whatever is counted', () => {
    const cycles = fc.array(fc.array(fc.integer({ min: -600, max: 900 }), { maxLength: 8 }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...eventApi(api).types), cycles, (type, counted) => {
        const limit = { 'data-50-percent': 500, 'data-75-percent': 750, 'data-90-percent': 900 }[type] ?? 1000
        let level = '2026-01-01 0'
        counted.forEach((differences, month) => {
          let [used, most, events] = [0, 0, 0]
          for (const difference of [0, ...differences]) {
            used = Math.max(0, used + difference)
            most = Math.max(most, used)
            const after = levelAt(used, level, `2026-0${month + 2}-01`)
            if (eventApi(api).event(type, level, after)) events++
            level = after
          }
          expect(events).toBe(most >= limit ? 1 : 0)
        })
      }),
    )
  })
})

const LEVELS: Readonly<Record<EventApiName, readonly string[]>> = {
  'device-roaming-status-subscriptions': ['', 'home 730', 'roaming 262', 'roaming 208', 'roaming 310', 'roaming 311'],
  'device-reachability-status-subscriptions': ['', 'data', 'sms', 'none', 'none 2026-11-01T00:00:09.000Z'],
  'connected-network-type-subscriptions': ['UNKNOWN', '2G', '3G', '4G', '5G'],
  'sim-swap-subscriptions': ['', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
  'geofencing-subscriptions': ['', 'inside', 'outside'],
  'iot-sim-fraud-prevention-subscriptions': ['', 'outside 1 2', 'inside 3 4'],
  'device-data-volume-subscriptions': ['', '2026-11-01 0', '2026-11-01 75', '2026-11-01 100', '2026-12-01 0', '2026-12-01 90'],
}

const source = fc.constantFrom(...EVENT_API_NAMES).chain((api) =>
  fc.record({
    api: fc.constant(api),
    type: fc.constantFrom(...eventApi(api).types),
    level: fc.constantFrom(...LEVELS[api]),
    maxEvents: fc.option(fc.integer({ min: 1, max: 4 })),
    subscriptionId: fc.constant('id'),
    source: fc.constant('/s'),
    subject: fc.constant({ device: { phoneNumber: '+1' } }),
    events: fc.constant(0),
  }),
)

test('steps: the same level is no event, each event counts, and the last one ends it', () => {
  fc.assert(
    fc.property(source, fc.array(fc.nat(20), { maxLength: 12 }), (begun, path) => {
      let subscription: EventSource = begun
      let sent = 0
      for (const n of path) {
        const levels = LEVELS[begun.api].filter((level) => level !== '')
        const level = levels[n % levels.length] ?? ''
        const step = stepTo(subscription, level)
        if (level === subscription.level) expect(step.sent).toEqual([])
        const events = step.sent.filter(({ type }) => type.endsWith(begun.type))
        sent += events.length
        expect(step.events).toBe(sent)
        expect(step.endReason).toBe(events.length > 0 && sent === begun.maxEvents ? 'MAX_EVENTS_REACHED' : undefined)
        expect(step.sent.length - events.length).toBe(step.endReason ? 1 : 0)
        for (const { data } of step.sent) expect(data).toMatchObject({ subscriptionId: 'id' })
        if (step.endReason) return
        subscription = { ...subscription, level: step.level, events: step.events }
      }
    }),
  )
})

test('of two types that are opposites exactly one is an event of a change', () => {
  const opposites = [
    ['device-roaming-status-subscriptions', 'roaming-on', 'roaming-off'],
    ['geofencing-subscriptions', 'area-entered', 'area-left'],
  ] as const
  for (const [api, one, other] of opposites)
    for (const before of LEVELS[api])
      for (const after of LEVELS[api].filter((level) => level !== '')) {
        const kinds = [one, other].filter((type) => eventApi(api).event(type, before, after))
        expect(kinds.length).toBe(before.split(' ')[0] === after.split(' ')[0] ? 0 : 1)
      }
})

test('a country that has several codes is one, and an international network is one by its code', () => {
  const changed = (before: string, after: string) =>
    eventApi('device-roaming-status-subscriptions').event('roaming-change-country', `roaming ${before}`, `roaming ${after}`)
  expect(changed('310', '311')).toBeUndefined()
  expect(changed('310', '302')).toEqual({ countryCode: 302, countryName: ['CA'] })
  expect(changed('901', '310')).toMatchObject({ countryCode: 310 })
  expect(changed('901', '901')).toBeUndefined()
})

test('beginning and end are said as the document has them', () => {
  const known = { subscriptionId: 'id', type: '', source: '/s', events: 0, maxEvents: null, level: '' }
  const subject = { device: { phoneNumber: '+1' } }
  const ofRoaming = { ...known, subject, api: 'device-roaming-status-subscriptions' as const }
  expect(startOf(ofRoaming)).toEqual([
    {
      type: 'org.camaraproject.device-roaming-status-subscriptions.v0.subscription-started',
      data: { ...subject, subscriptionId: 'id', initiationReason: 'SUBSCRIPTION_CREATED' },
    },
  ])
  expect(endOf(ofRoaming, 'SUBSCRIPTION_EXPIRED').data).toMatchObject({ ...subject, countryCode: null })
  const ofSwaps = { ...known, subject: { phoneNumber: '+1' }, api: 'sim-swap-subscriptions' as const }
  expect(startOf(ofSwaps)).toEqual([])
  expect(endOf(ofSwaps, 'NETWORK_TERMINATED')).toEqual({
    type: 'org.camaraproject.sim-swap-subscriptions.v0.subscription-ended',
    data: { subscriptionId: 'id', terminationReason: 'NETWORK_TERMINATED' },
  })
})

test('an event on its way has the attributes of CloudEvents 1.0', () => {
  const at = new Date('2026-11-27T12:00:00.5Z')
  expect(JSON.parse(cloudEvent({ id: '1', source: '/s', at, type: 't', data: { a: 1 } }))).toEqual({
    ...{ id: '1', source: '/s', type: 't', specversion: '1.0', datacontenttype: 'application/json' },
    ...{ time: '2026-11-27T12:00:00.500Z', data: { a: 1 } },
  })
})

test.each([
  ['', 'ACTIVE'],
  ['MAX_EVENTS_REACHED', 'EXPIRED'],
  ['SUBSCRIPTION_EXPIRED', 'EXPIRED'],
  ['ACCESS_TOKEN_EXPIRED', 'EXPIRED'],
  ['NETWORK_TERMINATED', 'DELETED'],
])('one that ended by %j is %s', (reason, status) => {
  expect(statusOfSubscription(reason)).toBe(status)
})
