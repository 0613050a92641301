import { afterEach, expect, test, vi } from 'vitest'
import { language } from './preferences.ts'
import { typedMb } from './typed-mb.ts'
import { typedCount, typedMoney } from './typed-money.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['1640', 'CLP', 1_640],
  ['1.640', 'CLP', 1_640],
  ['$ 1.640', 'CLP', 1_640],
  ['1.640,5', 'USD', 164_050],
  ['12,50', 'USD', 1_250],
  ['12.50', 'USD', 1_250],
  ['1.640', 'USD', 164_000],
  ['0', 'USD', 0],
  ['0,07', 'PEN', 7],
])('%s in %s is meant as %d', (text, currency, minor) => expect(typedMoney(text, currency)).toBe(minor))

test.each([
  ['', 'CLP'],
  ['12,50', 'CLP'],
  ['12,505', 'USD'],
  ['-3', 'USD'],
  ['1.64.0', 'CLP'],
  ['gratis', 'CLP'],
])('%s in %s is no amount', (text, currency) => expect(typedMoney(text, currency)).toBeNaN())

test('a whole number may have grouped thousands', () => {
  expect([typedCount('1.000'), typedCount(' 30 '), typedCount('3,5'), typedCount('')]).toEqual([
    1_000,
    30,
    Number.NaN,
    Number.NaN,
  ])
})

test('in English commas are between thousands and a point is before decimals', () => {
  vi.spyOn(language, 'get').mockReturnValue('en')
  expect([typedCount('1,640'), typedCount('1.640'), typedCount('1 640')]).toEqual([1640, Number.NaN, 1640])
  expect([typedMoney('1,640.5', 'USD'), typedMoney('$12.50', 'USD'), typedMoney('1,640', 'CLP')]).toEqual([164_050, 1250, 1640])
  expect([typedMb('1.5 GB'), typedMb('5,120')]).toEqual([1536, 5120])
})
