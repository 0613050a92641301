import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AdministrativeFacts,
  DIAGNOSIS_CODES,
  DIAGNOSIS_VERDICTS,
  diagnoseAdministrative,
  diagnoseGprs,
  diagnoseGsm,
  type GprsFacts,
  inconclusiveDiagnosis,
  isSameApn,
  isSuccess,
  needsImeiSeen,
  RECOMMENDED_ACTIONS,
} from './diagnosis.ts'
import { REPORTED_STATES, type ReportedState } from './sim-lifecycle.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)

const FINE: AdministrativeFacts = {
  administrativeStatus: 2,
  isCompanyBlocked: false,
  planCode: 'IOT250',
  apn: 'm2m.enlace',
  usedBytes: 10,
  limitBytes: 11,
  imei: '864356051188427',
  isImeiLocked: true,
  imeiSeen: '864356051188427',
}

describe('administrative', () => {
  test.each<[string, Partial<AdministrativeFacts>, string]>([
    ['all is well', {}, 'in_order'],
    ['not active', { administrativeStatus: 11 }, 'status_not_active'],
    ['the company is blocked', { isCompanyBlocked: true }, 'company_blocked'],
    ['without a plan', { planCode: '' }, 'plan_missing'],
    ['without an APN', { apn: '' }, 'apn_missing'],
    ['the limit is reached', { usedBytes: 11 }, 'limit_reached'],
    ['no limit', { usedBytes: 1e15, limitBytes: null }, 'in_order'],
    ['in another device', { imeiSeen: '356938035643809' }, 'imei_mismatch'],
    ['in another device, without a lock', { imeiSeen: '356938035643809', isImeiLocked: false }, 'in_order'],
    ['the same device, reported with its software version', { imeiSeen: '8643560511884201' }, 'in_order'],
    ['the network does not report the device', { imeiSeen: '' }, 'in_order'],
    ['a lock without an IMEI', { imei: '', imeiSeen: '356938035643809' }, 'in_order'],
  ])('%s', (_, facts, code) => expect(diagnoseAdministrative({ ...FINE, ...facts }).code).toBe(code))

  test('the first failing check in order determines the code', () => {
    const failing: readonly [string, Partial<AdministrativeFacts>][] = [
      ['status_not_active', { administrativeStatus: 4 }],
      ['company_blocked', { isCompanyBlocked: true }],
      ['plan_missing', { planCode: '' }],
      ['apn_missing', { apn: '' }],
      ['limit_reached', { usedBytes: 11 }],
      ['imei_mismatch', { imeiSeen: '356938035643809' }],
    ]
    fc.assert(
      fc.property(fc.subarray(failing.slice(), { minLength: 1 }), (chosen) => {
        const facts = Object.assign({}, FINE, ...chosen.map(([, one]) => one)) as AdministrativeFacts
        expect(diagnoseAdministrative(facts)).toMatchObject({ code: chosen[0]?.[0], verdict: 'failed' })
      }),
    )
  })

  test.each([
    [1, 'activate'],
    [3, 'contactSupport'],
    [4, 'contactSupport'],
    [5, 'replaceSim'],
    [6, 'replaceSim'],
    [7, 'replaceSim'],
    [8, 'reactivate'],
    [9, 'withdrawTermination'],
    [10, 'restoreData'],
    [11, 'reactivate'],
  ])('of status %d, the next step is %s', (administrativeStatus, next) =>
    expect(diagnoseAdministrative({ ...FINE, administrativeStatus }).next).toBe(next),
  )

  test('the network is queried for the device only where the result depends on it', () => {
    expect([
      needsImeiSeen(FINE),
      needsImeiSeen({ ...FINE, isImeiLocked: false }),
      needsImeiSeen({ ...FINE, imei: '' }),
      needsImeiSeen({ ...FINE, apn: '' }),
    ]).toEqual([true, false, false, false])
  })
})

describe('GSM', () => {
  const seen = (isRegistered: boolean, minutes: number | undefined) => ({
    isRegistered,
    lastUpdateAt: minutes === undefined ? undefined : ago(minutes),
  })
  test.each<[ReportedState, ReturnType<typeof seen> | undefined, string, string]>([
    ['active', seen(true, 5), 'registered', 'passed'],
    ['active', seen(true, 24 * 60), 'registered', 'passed'],
    ['active', seen(true, 24 * 60 + 1), 'stale_registration', 'failed'],
    ['active', seen(true, undefined), 'registered', 'passed'],
    ['data_cut', seen(true, 5), 'registered', 'passed'],
    ['active', seen(false, 5), 'not_registered', 'failed'],
    ['unrecognised', seen(false, 5), 'not_registered', 'failed'],
    ['active', undefined, 'never_registered', 'failed'],
    ['suspended', seen(false, 5), 'not_in_service', 'failed'],
    ['inactive', undefined, 'not_in_service', 'failed'],
  ])('%s, %j: %s', (state, registration, code, verdict) =>
    expect(diagnoseGsm({ state, registration }, NOW)).toMatchObject({ code, verdict }),
  )
})

describe('GPRS', () => {
  const session = (stoppedMinutesAgo: number | undefined, dataBytes = 1, apn = 'm2m.enlace'): GprsFacts['dataSession'] => ({
    stoppedAt: stoppedMinutesAgo === undefined ? undefined : ago(stoppedMinutesAgo),
    dataBytes,
    apn,
  })
  test.each<[ReportedState, GprsFacts['dataSession'], string, string]>([
    ['active', session(undefined), 'connected', 'passed'],
    ['active', session(undefined, 0), 'connected', 'passed'],
    ['active', session(undefined, 1, 'internet'), 'apn_mismatch', 'failed'],
    ['active', session(59), 'recent_session', 'warning'],
    ['active', session(59, 0), 'no_session', 'failed'],
    ['active', session(60), 'no_session', 'failed'],
    ['active', session(59, 1, 'internet'), 'apn_mismatch', 'failed'],
    ['active', session(600, 1, 'internet'), 'no_session', 'failed'],
    ['active', undefined, 'never_connected', 'failed'],
    ['data_cut', session(5), 'data_cut', 'failed'],
    ['suspended', session(5), 'not_in_service', 'failed'],
    ['terminated', undefined, 'not_in_service', 'failed'],
  ])('%s, %j: %s', (state, dataSession, code, verdict) =>
    expect(diagnoseGprs({ state, dataSession, apnExpected: 'm2m.enlace' }, NOW)).toMatchObject({ code, verdict }),
  )

  test.each([
    ['M2M.Enlace', 'm2m.enlace', true],
    ['m2m.enlace.mnc002.mcc730.gprs', 'm2m.enlace', true],
    ['', 'm2m.enlace', true],
    ['m2m.enlace2', 'm2m.enlace', false],
  ])('%s is the APN %s: %s', (used, expected, isSame) => expect(isSameApn(used, expected)).toBe(isSame))
})

test.each([
  ['timeout', 'unknown'],
  ['unreachable', 'unknown'],
  ['no_network', 'unknown'],
  ['not_supported', 'unknown'],
  ['unknown_sim', 'failed'],
] as const)('without a finding, %s: %s', (why, verdict) => {
  expect(inconclusiveDiagnosis(why)).toMatchObject({ code: why, verdict })
  expect(isSuccess(inconclusiveDiagnosis(why))).toBe(false)
})

test('every network answer yields a known code, and every failure recommends an action', () => {
  const state = fc.constantFrom(...REPORTED_STATES)
  const moment = fc.option(fc.date({ noInvalidDate: true }), { nil: undefined })
  const registration = fc.option(fc.record({ isRegistered: fc.boolean(), lastUpdateAt: moment }), { nil: undefined })
  const dataSession = fc.option(fc.record({ stoppedAt: moment, apn: fc.string(), dataBytes: fc.nat() }), { nil: undefined })
  fc.assert(
    fc.property(state, registration, dataSession, fc.string(), (given, seen, last, apnExpected) => {
      const findings = [
        diagnoseGsm({ state: given, registration: seen }, NOW),
        diagnoseGprs({ state: given, dataSession: last, apnExpected }, NOW),
      ]
      for (const found of findings) {
        expect(DIAGNOSIS_CODES).toContain(found.code)
        expect(DIAGNOSIS_VERDICTS).toContain(found.verdict)
        if (found.verdict !== 'passed') expect(RECOMMENDED_ACTIONS).toContain(found.next)
      }
      expect(isSuccess(diagnoseGsm({ state: given, registration: seen }, NOW))).toBe(findings[0]?.code === 'registered')
    }),
  )
})
