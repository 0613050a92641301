import { expect, test } from 'vitest'
import { retryDelayMs, webhookUrlProblem } from './webhooks.ts'

test('attempts span 24 hours with increasing delays', () => {
  const pauses: number[] = []
  for (let attempts = 1; ; attempts++) {
    const pause = retryDelayMs(attempts, 0.5)
    if (pause === undefined) break
    pauses.push(pause)
  }
  expect(pauses.slice(0, 5)).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000])
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeCloseTo(24, 1)
})

test('a delay varies by up to a tenth', () => {
  expect([retryDelayMs(2, 0), retryDelayMs(2, 1)]).toEqual([27_000, 33_000])
})

test.each([
  ['https://hooks.andes.test/enlace?k=1', undefined],
  ['http://10.0.0.1:8080/', undefined],
  ['  ', 'required'],
  ['hooks.andes.test', 'webhookUrl'],
  ['ftp://andes.test/', 'webhookUrl'],
  ['javascript:alert(1)', 'webhookUrl'],
  ['https:andes.test', 'webhookUrl'],
  ['https://andes.test/#here', 'webhookUrl'],
  ['https://ana:secret@andes.test/', 'webhookCredentials'],
  [`https://andes.test/${'a'.repeat(2000)}`, 'tooLong'],
])('%s as an address: %s', (text, problem) => {
  expect(webhookUrlProblem(text)).toBe(problem)
})
