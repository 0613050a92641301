import { expect, test } from 'vitest'
import { DIAGNOSIS_CODES, type DiagnosisCode } from './diagnosis.ts'
import { leadingTest } from './leading-diagnosis.ts'

const passed = { code: 'in_order', verdict: 'passed' } as const
const failed = (code: DiagnosisCode) => ({ code, verdict: 'failed' }) as const
const unknown = (code: DiagnosisCode) => ({ code, verdict: 'unknown' }) as const

test('the named cause leads: the contract before the network, a wrong APN before a missing session', () => {
  const cut = { administrative: failed('status_not_active'), gsm: passed, gprs: failed('data_cut') }
  expect(leadingTest(cut)).toBe('administrative')
  expect(leadingTest({ administrative: passed, gsm: failed('stale_registration'), gprs: failed('apn_mismatch') })).toBe('gprs')
  expect(leadingTest({ administrative: passed, gsm: failed('not_registered'), gprs: failed('no_session') })).toBe('gsm')
})

test('a test without an answer leads only when nothing else was found', () => {
  expect(leadingTest({ administrative: passed, gsm: unknown('timeout'), gprs: failed('no_session') })).toBe('gprs')
  expect(leadingTest({ administrative: passed, gsm: unknown('timeout'), gprs: passed })).toBe('gsm')
})

test('nothing leads when all succeeded, with a warning too', () => {
  const warned = { code: 'recent_session', verdict: 'warning' } as const
  expect(leadingTest({ administrative: passed, gsm: passed, gprs: warned })).toBeUndefined()
})

test('each finding that is no success has its place before a test that the network does not have', () => {
  const fine: readonly DiagnosisCode[] = ['in_order', 'registered', 'connected', 'recent_session', 'not_supported']
  for (const code of DIAGNOSIS_CODES.filter((one) => !fine.includes(one))) {
    expect(leadingTest({ administrative: passed, gsm: unknown('not_supported'), gprs: failed(code) }), code).toBe('gprs')
  }
})
