import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AreaLock,
  areaLockOf,
  areaLockProblem,
  areaName,
  isAreaAllowed,
  judgeArea,
  keptAreas,
  networkInCountry,
  type OpenAreaBreach,
  offeredAreas,
  parseArea,
} from './area-locks.ts'
import { countriesOfNetwork, MOBILE_COUNTRIES } from './countries.ts'

/** few networks, so that they meet: two each of three countries, some of no country, and one whose code five countries share */
const NETWORKS = ['730-01', '730-02', '716-06', '716-10', '722-07', '722-310', '901-70', '901-37', '340-01'] as const
const network = fc.constantFrom(...NETWORKS)
const area = fc.oneof(network, fc.constantFrom('CL', 'PE', 'AR', 'MQ', 'ES'))
const lock = fc.uniqueArray(area, { maxLength: 4 }).map(areaLockOf)
const breach: fc.Arbitrary<OpenAreaBreach | undefined> = fc.option(fc.record({ network, isReleased: fc.boolean() }), {
  nil: undefined,
})
const countryOf = (one: string): string => countriesOfNetwork(one)[0] ?? one

describe('the rule of an area lock', () => {
  test('a network is allowed when it, or a country of its code, is listed; without a list each is', () => {
    fc.assert(
      fc.property(lock, network, (given, reported) => {
        const isListed = [reported, ...countriesOfNetwork(reported)].some((one) => given.values.includes(one))
        expect(isAreaAllowed(given, reported)).toBe(given.mode === 'off' || isListed)
      }),
    )
  })

  test('an allowed network ends a breach and makes none; any other one makes one, or is in the country that made it', () => {
    fc.assert(
      fc.property(lock, breach, network, (given, open, reported) => {
        const verdict = judgeArea(given, open, reported)
        if (isAreaAllowed(given, reported)) expect(verdict).toBe(open ? 'ended' : 'none')
        else if (open && countryOf(open.network) === countryOf(reported))
          expect(verdict).toBe(open.isReleased ? 'none' : 'repeated')
        else expect(verdict).toBe('breached')
      }),
    )
  })

  test('whatever is reported in turn, a breach is open exactly while the network is not allowed, and begins once for each stay in a country', () => {
    fc.assert(
      fc.property(lock, fc.array(network, { maxLength: 30 }), (given, reports) => {
        let open: OpenAreaBreach | undefined
        let last = ''
        for (const reported of reports) {
          const verdict = judgeArea(given, open, reported)
          if (verdict === 'breached') {
            if (open) expect(countryOf(reported)).not.toBe(countryOf(last))
            open = { network: reported, isReleased: false }
          }
          if (verdict === 'ended') open = undefined
          expect(open !== undefined).toBe(!isAreaAllowed(given, reported))
          last = reported
        }
      }),
    )
  })

  test('a country that a person let be is left alone, whatever its network, until another country comes', () => {
    const home: AreaLock = { mode: 'listed', values: ['CL'] }
    const inPeru = { network: '716-06', isReleased: true }
    expect(judgeArea(home, inPeru, '716-10')).toBe('none')
    expect(judgeArea(home, inPeru, '722-07')).toBe('breached')
    expect(judgeArea(home, inPeru, '730-01')).toBe('ended')
    expect(judgeArea(home, { ...inPeru, isReleased: false }, '716-10')).toBe('repeated')
  })

  test('satellites and private networks are in no country, and are allowed by their own code only', () => {
    const home: AreaLock = { mode: 'listed', values: ['CL'] }
    expect(isAreaAllowed(home, '901-70')).toBe(false)
    expect(isAreaAllowed({ mode: 'listed', values: ['CL', '901-70'] }, '901-70')).toBe(true)
  })
})

test.each([
  ['cl', 'CL'],
  [' PE ', 'PE'],
  ['730-01', '730-01'],
  ['73001', '730-01'],
  ['334 020', '334-020'],
  ['722/310', '722-310'],
  ['ZZ', undefined],
  ['AQ', undefined],
  ['Chile', undefined],
  ['730', undefined],
  ['7300', undefined],
  ['730-0123', undefined],
])('%j as an area is %j', (text, code) => {
  expect(parseArea(text)).toBe(code)
})

test('areas are kept once, in the order in which they were given', () => {
  expect(keptAreas(['73001', 'cl', '730-01', 'x', 'PE'])).toEqual(['730-01', 'CL', 'PE'])
})

test('a list has one area or geofence or more, and no list has none', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'CL')
  expect(areaLockProblem({ mode: 'listed', values: ['CL'], geofences: [] })).toBeUndefined()
  expect(areaLockProblem({ mode: 'listed', values: [], geofences: ['1'] })).toBeUndefined()
  expect(areaLockProblem({ mode: 'listed', values: [], geofences: [] })).toBe('required')
  expect(areaLockProblem({ mode: 'listed', values: ['CL', 'Chile'], geofences: [] })).toBe('area')
  expect(areaLockProblem({ mode: 'off', values: ['CL'], geofences: [] })).toBe('lockAreas')
  expect(areaLockProblem({ mode: 'off', values: [], geofences: ['1'] })).toBe('lockGeofences')
  expect(areaLockProblem({ mode: 'listed', values: many(101), geofences: [] })).toBe('lockAreas')
  expect(areaLockProblem({ mode: 'listed', values: [], geofences: many(21) })).toBe('lockGeofences')
})

test('areas are named, and every name that is offered is another one', () => {
  expect(['CL', '730-01', '730-77', '901-70'].map((one) => areaName(one, 'es'))).toEqual([
    'Chile',
    'Entel CL (730-01)',
    '730-77 (Chile)',
    '901-70',
  ])
  expect(networkInCountry('716-10', 'es')).toBe('Claro PE, Perú')
  expect(networkInCountry('901-70', 'en')).toBe('901-70')
  for (const language of ['es', 'en'] as const) {
    const offered = offeredAreas(language)
    expect(new Set(offered.map((one) => areaName(one, language))).size).toBe(offered.length)
    expect(offered.length).toBeGreaterThan(MOBILE_COUNTRIES.size)
    // they are entered one after another, with commas
    for (const one of offered) expect(areaName(one, language)).toMatch(/^[^,;|]{2,40}$/)
  }
})
