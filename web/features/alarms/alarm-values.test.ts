import { describe, expect, test } from 'vitest'
import {
  addDraft,
  alarmBodyOf,
  alarmBodyOfRow,
  alarmProblemsOf,
  alarmValuesOf,
  impactOf,
  isHighShare,
  parsedLimit,
  previewRequestOf,
} from './alarm-values.ts'
import type { AlarmPreview, AlarmRow } from './alarms.api.ts'

const ROW: AlarmRow = {
  alarmId: 7,
  company: 4,
  plan: 'CL-IOT250',
  limit: 5120,
  email: 'ana@andes.test, ops@andes.test',
  active: '1',
  action: '1',
  planTypeName: 'Individual',
  planName: 'IoT 250 MB',
  companyName: 'Transportes Andes Sur SpA',
  watchedSims: 100,
  firedSims: 9,
  warnedSims: 3,
  cutSims: 8,
  updatedAt: '2026-11-21T12:42:00Z',
  name: 'Flota RM',
  group: 'Norte/Camiones',
  firedByDay: '0,9,0,3',
}
const NOW: AlarmPreview['now'] = { start: '2026-11-01', overSims: 12, firesNow: 5, restores: 2 }

test('an unchanged form saves the values that it read', () => {
  const values = alarmValuesOf(ROW, 'ana@andes.test')
  expect(alarmProblemsOf(values)).toEqual({})
  const { alarmId: _, name, company, plan, group, limit, email, active, action } = ROW
  expect(alarmBodyOf(values)).toEqual({ name, company, plan, group, limit, email, active, action })
  expect(previewRequestOf(values, 7)).toEqual({
    company: 4,
    plan: 'CL-IOT250',
    group: 'Norte/Camiones',
    limit: 5120,
    alarmId: 7,
  })
})

test.each([
  ['5120', undefined],
  ['5.120', undefined],
  ['5120 MB', undefined],
  ['5 GB', '5.120\u00a0MB'],
  ['10240', '10.240\u00a0MB (10\u00a0GB)'],
  ['1,5', undefined],
  ['', undefined],
])('a limit typed as %j is repeated as %j', (typed, parsed) => {
  expect(parsedLimit(typed)).toBe(parsed)
})

test.each([
  ['1', '0', true, false],
  ['0', '1', false, true],
] as const)(
  'flags that come as %s and %s are %s and %s here, and go back as they came [S3.28]',
  (active, action, isOn, cuts) => {
    const values = alarmValuesOf({ ...ROW, active, action }, '')
    expect([values.active, values.cuts]).toEqual([isOn, cuts])
    expect(alarmBodyOf(values)).toMatchObject({ active, action })
  },
)

test('a new alarm notifies its author, and requires a company and a limit', () => {
  const values = alarmValuesOf(undefined, 'ana@andes.test')
  expect(Object.keys(alarmProblemsOf(values))).toEqual(['company', 'limit'])
  expect(previewRequestOf(values, undefined)).toBeUndefined()
  expect(previewRequestOf({ ...values, company: 4, limit: '1,5' }, undefined)).toBeUndefined()
  expect(previewRequestOf({ ...values, company: 4, limit: '2 GB' }, undefined)).toEqual({
    company: 4,
    plan: '',
    group: '',
    limit: 2048,
  })
})

test('limits and addresses are validated as by the server', () => {
  const values = alarmValuesOf(ROW, '')
  const wrong = (change: Partial<typeof values>) => Object.keys(alarmProblemsOf({ ...values, ...change }))
  expect(wrong({ limit: '0' })).toEqual(['limit'])
  expect(wrong({ name: 'x'.repeat(61) })).toEqual(['name'])
  expect(wrong({ name: `  ${'x'.repeat(60)} ` })).toEqual([])
  expect(alarmBodyOf({ ...values, name: ' Flota RM ' }).name).toBe('Flota RM')
  expect(wrong({ limit: '1.048.577' })).toEqual(['limit'])
  expect(wrong({ emails: [] })).toEqual(['email'])
  expect(wrong({ emails: Array.from({ length: 11 }, (_, at) => `p${at}@andes.test`) })).toEqual(['email'])
  expect(wrong({ draft: 'ana@' })).toEqual(['email'])
})

test('addresses are parsed once each from the typed text; an invalid one stays to be corrected', () => {
  const before = { emails: ['ana@andes.test'], draft: 'ops@andes.test, ANA@andes.test; nadie' }
  expect(addDraft(before)).toEqual({ emails: ['ANA@andes.test', 'ops@andes.test'], draft: 'nadie' })
})

describe('immediate effects of saving', () => {
  const body = alarmBodyOfRow(ROW)

  test('a lowered limit fires for SIMs that are over it now; a raised one resolves those that are not', () => {
    expect(impactOf(ROW, body, NOW)).toEqual({ fires: 5, cuts: true, restores: 2 })
    expect(impactOf(undefined, body, { ...NOW, restores: 0 })).toEqual({ fires: 5, cuts: true, restores: 0 })
  })

  test('turned off it fires for none and resolves all', () => {
    expect(impactOf(ROW, { ...body, active: '0' }, NOW)).toEqual({ fires: 0, cuts: true, restores: 8 })
  })

  test('changed from notify to cut, all over the limit are cut; the other way round all are restored', () => {
    expect(impactOf({ ...ROW, action: '0', cutSims: 0 }, body, NOW)).toMatchObject({ fires: 12, cuts: true })
    expect(impactOf(ROW, { ...body, action: '0' }, NOW)).toEqual({ fires: 5, cuts: false, restores: 8 })
  })
})

test('an alarm that half of what it watches has reached may be set too low', () => {
  expect(isHighShare({ firedSims: 20, watchedSims: 41 })).toBe(false)
  expect(isHighShare({ firedSims: 1, watchedSims: 2 })).toBe(true)
  expect(isHighShare({ firedSims: 3, watchedSims: 2 })).toBe(true)
  expect(isHighShare({ firedSims: 3, watchedSims: 0 })).toBe(false)
})
