import { expect, test } from 'vitest'
import {
  changePercent,
  changesOf,
  differs,
  NO_TERMS,
  newPlanOf,
  newPlanProblemsOf,
  termProblemsOf,
  termsBodyOf,
  typedTermsOf,
} from './plan-values.ts'
import type { AgreedTerms } from './plans.api.ts'

const TERMS: AgreedTerms = {
  from: '1970-01-01',
  state: 'current',
  planPrice: 164_050,
  data: 1_024,
  sms: 1_500,
  voice: 3_600,
  hibernationFee: 0,
  overageUnit: 10,
  overagePrice: 7,
  smsPrice: 40,
  voicePrice: 1_200,
}

test('terms are formatted as typed, and parsed back unchanged', () => {
  const typed = typedTermsOf(TERMS, 'USD')
  expect(typed).toMatchObject({ planPrice: '1.640,50', data: '1.024', sms: '1.500', voice: '60', overagePrice: '0,07' })
  const { from: _, state: __, ...body } = TERMS
  expect(termsBodyOf(typed, 'USD')).toEqual(body)
  expect(changesOf(TERMS, typed, 'USD')).toEqual([])
})

test('a currency without decimals has none', () => {
  expect(typedTermsOf({ ...TERMS, planPrice: 1_640 }, 'CLP').planPrice).toBe('1.640')
  expect(termProblemsOf({ ...NO_TERMS, planPrice: '16,40', data: '1 GB' }, 'CLP')).toEqual({
    planPrice: 'Escriba un monto de cero o más',
  })
})

test('only different terms are changes', () => {
  expect(changesOf(TERMS, { ...typedTermsOf(TERMS, 'USD'), data: '2 GB', voice: '61' }, 'USD')).toEqual(['data', 'voice'])
})

test('a changed term has its percent, unless it began at nothing or its unit changed too', () => {
  const after = { ...TERMS, planPrice: 328_100, data: 512, hibernationFee: 100, overageUnit: 1 }
  expect(changePercent('planPrice', after, TERMS)).toBe(100)
  expect(changePercent('data', after, TERMS)).toBe(-50)
  expect(changePercent('hibernationFee', after, TERMS)).toBeUndefined()
  expect(changePercent('overagePrice', after, TERMS)).toBeUndefined()
  expect(differs('overagePrice', after, TERMS)).toBe(true)
  expect(differs('sms', after, TERMS)).toBe(false)
})

test('a new plan has an error at each missing field, and is sent with its code in capitals', () => {
  const empty = {
    planCode: '',
    planName: ' ',
    providerId: '',
    simTypeId: '',
    currency: 'CLP',
    pooled: false,
    minimumStay: '0',
    terms: NO_TERMS,
  }
  expect(Object.keys(newPlanProblemsOf(empty))).toEqual([
    'planCode',
    'planName',
    'providerId',
    'simTypeId',
    'planPrice',
    'data',
  ])
  const whole = {
    ...{ ...empty, planCode: ' cl-iot2 ', planName: 'IoT 2', providerId: '1', simTypeId: '2' },
    terms: { ...NO_TERMS, planPrice: '990', data: '500' },
  }
  expect(newPlanProblemsOf(whole)).toEqual({})
  expect(newPlanOf(whole)).toMatchObject({ planCode: 'CL-IOT2', planName: 'IoT 2', providerId: 1, planPrice: 990, data: 500 })
})
