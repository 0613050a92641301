import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataVolumeCategory, latestDeviceChange, networkGeneration, roamingOf, servicesOf, verifyCircle } from './camara.ts'
import { CAMARA_SCOPE_NAMES, grantedScopes } from './camara-scopes.ts'
import { destination, distanceM } from './geodesy.ts'
import { luhnDigit } from './identifiers.ts'

describe('scopes', () => {
  test.each([
    ['sim-swap:check dpv:FraudPreventionAndDetection openid', ['sim-swap:check']],
    ['location-retrieval:read sim-swap', ['location-retrieval:read', 'sim-swap']],
    ['sim-swap:check,device-swap', []],
    ['', []],
    ['fleet:read', []],
  ])('of %j a key with the permit gets %j', (asked, granted) => {
    expect(grantedScopes(asked, ['sims'])).toEqual(granted)
    expect(grantedScopes(asked, ['users', 'plans'])).toEqual([])
  })

  test('not to change data without the permit for alarms', () => {
    expect(grantedScopes('device-communication-function:manage sim-swap', ['sims'])).toEqual(['sim-swap'])
  })

  test('all of them when it asks for all', () => {
    expect(grantedScopes(CAMARA_SCOPE_NAMES.join(' '), ['sims', 'alarmas'])).toEqual(CAMARA_SCOPE_NAMES)
  })
})

test.each([
  ['GSM', '2G'],
  ['UMTS', '3G'],
  ['LTE', '4G'],
  ['LTE-M', '4G'],
  ['NB-IoT', '4G'],
  ['NR', '5G'],
  ['', 'UNKNOWN'],
  ['WLAN', 'UNKNOWN'],
])('%s is of generation %s', (technology, generation) => {
  expect(networkGeneration(technology)).toBe(generation)
})

test.each([
  ['730015300000000', '730-02', { isRoaming: false, mcc: '730', countries: ['CL'] }],
  ['730015300000000', '262-01', { isRoaming: true, mcc: '262', countries: ['DE'] }],
  // a country with several codes
  ['310150123456789', '311-480', { isRoaming: false, mcc: '311', countries: ['US', 'AS', 'GU', 'VI'] }],
  ['730015300000000', '340-20', { isRoaming: true, mcc: '340', countries: ['GP', 'BL', 'GF', 'MF', 'MQ'] }],
  ['730015300000000', '901-28', { isRoaming: true, mcc: '901', countries: [] }],
  ['901280000000000', '730-02', { isRoaming: true, mcc: '730', countries: ['CL'] }],
  ['901280000000000', '901-28', { isRoaming: false, mcc: '901', countries: [] }],
  ['', '730-02', undefined],
  ['730015300000000', '', undefined],
])('a SIM of %j in %j', (imsi, network, expected) => {
  expect(roamingOf(imsi, network)).toEqual(expected)
})

describe('circles', () => {
  test.each([
    [{ distanceM: 0, locatedM: 500, askedM: 500 }, { result: 'TRUE' }],
    [{ distanceM: 400, locatedM: 500, askedM: 900 }, { result: 'TRUE' }],
    [{ distanceM: 1000, locatedM: 500, askedM: 500 }, { result: 'FALSE' }],
    // the asked one is within: a quarter of the area
    [
      { distanceM: 0, locatedM: 500, askedM: 250 },
      { result: 'PARTIAL', matchRate: 25 },
    ],
    [
      { distanceM: 100, locatedM: 548, askedM: 1 },
      { result: 'PARTIAL', matchRate: 1 },
    ],
    [
      { distanceM: 0, locatedM: 500, askedM: 499.9 },
      { result: 'PARTIAL', matchRate: 99 },
    ],
  ])('%j: %j', (circles, expected) => {
    expect(verifyCircle(circles)).toEqual(expected)
  })

  test('overlap by as much as points of the located one fall into the other', () => {
    const sizes = fc.record({
      distanceM: fc.double({ min: 0, max: 3000, noNaN: true }),
      locatedM: fc.double({ min: 1, max: 2000, noNaN: true }),
      askedM: fc.double({ min: 1, max: 2000, noNaN: true }),
    })
    fc.assert(
      fc.property(sizes, (circles) => {
        const { distanceM: distance, locatedM, askedM } = circles
        // evenly spread over the circle (sunflower)
        const points = Array.from({ length: 4000 }, (_, n) => {
          const [radius, angle] = [locatedM * Math.sqrt((n + 0.5) / 4000), n * Math.PI * (3 - Math.sqrt(5))]
          return Math.hypot(radius * Math.cos(angle) - distance, radius * Math.sin(angle))
        })
        const percent = (points.filter((far) => far <= askedM).length / points.length) * 100
        const verified = verifyCircle(circles)
        const said = verified.result === 'PARTIAL' ? verified.matchRate : verified.result === 'TRUE' ? 100 : 0
        expect(Math.abs(said - percent)).toBeLessThan(3)
      }),
    )
  })

  test('the distance is that of the ground', () => {
    const centre = [-70.65, -33.45] as const
    const far = destination(centre, 1000, 42)
    expect(verifyCircle({ distanceM: distanceM(centre, far), locatedM: 548, askedM: 451 }).result).toBe('FALSE')
    expect(verifyCircle({ distanceM: distanceM(centre, far), locatedM: 548, askedM: 453 }).result).toBe('PARTIAL')
  })
})

const imeiOf = (n: number): string => {
  const digits = `8643560312345${n}`
  return digits + luhnDigit(digits)
}
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 1, hour)).toISOString()

describe('the latest change of devices', () => {
  const [a, b] = [imeiOf(1), imeiOf(2)]
  const changed = (hour: number, imei: string, kind = 'imei_changed') => ({ at: at(hour), kind, imei })
  test.each([
    ['none was reported', [], undefined, undefined],
    ['only one was', [], { imei: a, firstSeen: at(1) }, at(1)],
    ['another one', [changed(5, b)], { imei: b, firstSeen: at(5) }, at(5)],
    ['back in the first one', [changed(8, a), changed(5, b)], { imei: a, firstSeen: at(1) }, at(8)],
    ['a lock holds the only one', [changed(1, a, 'lock_bound')], { imei: a, firstSeen: at(1) }, at(1)],
    [
      'a lock holds the one in which it was',
      [changed(9, b, 'lock_bound'), changed(5, b)],
      { imei: b, firstSeen: at(5) },
      at(5),
    ],
    [
      'a lock holds the one to which it is back',
      [changed(9, a, 'lock_bound'), changed(5, b)],
      { imei: a, firstSeen: at(1) },
      at(9),
    ],
    ['a lock was broken', [changed(7, b, 'lock_broken')], { imei: b, firstSeen: at(7) }, at(7)],
    ['and mended', [changed(9, a, 'lock_mended'), changed(7, b, 'lock_broken')], { imei: a, firstSeen: at(1) }, at(9)],
    ['one that came while events were few', [changed(5, b)], { imei: a, firstSeen: at(6) }, at(6)],
  ])('%s', (_, events, current, expected) => {
    expect(latestDeviceChange(events, current)).toBe(expected)
  })

  test('is the last hour in which a SIM that is moved between devices came into another one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 12 }), (reports) => {
        const firstSeen = new Map<number, string>()
        const events: { at: string; kind: string; imei: string }[] = []
        let [last, expected] = [undefined as number | undefined, at(0)]
        for (const [hour, [device, isBound]] of reports.entries()) {
          if (!firstSeen.has(device)) firstSeen.set(device, at(hour))
          if (device !== last) expected = at(hour)
          if (last !== undefined && device !== last) events.unshift(changed(hour, imeiOf(device)))
          else if (isBound && last === undefined) events.unshift(changed(hour, imeiOf(device), 'lock_bound'))
          last = device
        }
        const current = { imei: imeiOf(last ?? 0), firstSeen: firstSeen.get(last ?? 0) ?? at(0) }
        expect(latestDeviceChange(events, current)).toBe(expected)
      }),
    )
  })
})

test.each([
  [0, '<200MiB'],
  [200 * 1024 ** 2 - 1, '<200MiB'],
  [200 * 1024 ** 2, '<1GiB'],
  [1024 ** 3, '<5GiB'],
  [5 * 1024 ** 3 - 1, '<5GiB'],
  [5 * 1024 ** 3, '>=5GiB'],
])('%d bytes are of %s', (bytes, category) => {
  expect(dataVolumeCategory(bytes)).toBe(category)
})

test.each([
  ['active', 4, 2, 'active', 'active'],
  ['cut by an alarm', 4, 10, 'active', 'suspended'],
  ['in test', 2, 1, 'active', 'active'],
  ['ready to use', 1, 1, 'suspended', 'suspended'],
  ['hibernated', 6, 11, 'suspended', 'suspended'],
  ['retired', 7, 7, 'suspended', 'suspended'],
])('a SIM that is %s', (_, technical, administrative, voiceSms, data) => {
  expect(servicesOf(technical, administrative)).toEqual({ voiceSms, data })
})
