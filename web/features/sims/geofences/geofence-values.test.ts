import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Geofence } from '#web/shared/geofences/geofences.api.ts'
import { draftOf, geofenceProblems, shapeOfValues, valuesOf, withDraft } from './geofence-values.ts'

const named = (shape: Geofence['shape']): Geofence => ({ geofenceId: '', companyId: 3, name: 'Puerto', shape })
const degrees = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((n) => n / 1000)
const place = fc.record({ latitude: degrees(84), longitude: degrees(180) })

test('a geofence that is opened and not changed is saved as it was', () => {
  const circle = fc.record({ kind: fc.constant('circle' as const), centre: place, radiusM: fc.integer({ min: 10, max: 1e6 }) })
  fc.assert(
    fc.property(circle, (shape) => {
      expect(shapeOfValues(valuesOf(named(shape), 1))).toEqual(shape)
      expect(geofenceProblems(valuesOf(named(shape), 1))).toEqual({})
    }),
  )
  const corners = [
    { latitude: 1, longitude: 179.5 },
    { latitude: 1, longitude: -179.5 },
    { latitude: 0, longitude: -179.5 },
  ]
  expect(shapeOfValues(valuesOf(named({ kind: 'polygon', corners }), 1))).toEqual({ kind: 'polygon', corners })
})

test('what is drawn is in the texts, and what is typed is drawn as far as it can be read', () => {
  const empty = valuesOf(undefined, 3)
  expect(withDraft(empty, { kind: 'circle', centre: { latitude: -33.5, longitude: -70 }, radiusM: 812.4 })).toMatchObject({
    centre: '-33.5, -70',
    radius: '812',
  })
  const typed = { ...empty, kind: 'polygon' as const, corners: '-33, -70\nhere\n-34 -71' }
  expect(draftOf(typed)).toEqual({
    kind: 'polygon',
    corners: [
      { latitude: -33, longitude: -70 },
      { latitude: -34, longitude: -71 },
    ],
  })
  expect(geofenceProblems({ ...typed, name: 'x' })).toEqual({ corners: expect.stringContaining('-33.4489') })
})

test.each([
  ['1.500', 1500],
  ['1,500', 1500],
  ['10 000', 10_000],
  ['500', 500],
  ['1.5', undefined],
  ['x', undefined],
])('a radius of %j', (radius, radiusM) => {
  expect(draftOf({ ...valuesOf(undefined, 3), radius })).toMatchObject({ radiusM })
})
