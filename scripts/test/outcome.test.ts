import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightOutcome, sum, vitestOutcome } from './outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-outcome-'))
const file = join(folder, 'report.json')
const report = (content: unknown): string => {
  writeFileSync(file, JSON.stringify(content))
  return file
}
const vitest = (
  passed: number,
  failed: number,
  ...files: { status: string; assertionResults: { status: string }[] }[]
): string => report({ numPassedTests: passed, numFailedTests: failed, testResults: files })

afterAll(() => rmSync(folder, { recursive: true }))

test('counts what passed and failed', () => {
  const failing = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
  expect(vitestOutcome(vitest(7, 1, failing), 1)).toEqual({ passed: 7, failed: 1 })
  expect(playwrightOutcome(report({ stats: { expected: 5, unexpected: 2, flaky: 1 } }), 1)).toEqual({ passed: 5, failed: 3 })
})

test('a file that could not be loaded is a failure', () => {
  expect(vitestOutcome(vitest(7, 0, { status: 'failed', assertionResults: [] }), 1)).toEqual({ passed: 7, failed: 1 })
})

test('a runner that fails without a failed test is a failure', () => {
  expect(vitestOutcome(vitest(7, 0), 1)).toEqual({ passed: 7, failed: 1 })
  expect(playwrightOutcome(report({ stats: { expected: 5, unexpected: 0, flaky: 0 } }), 1)).toEqual({ passed: 5, failed: 1 })
})

test('a run without any test, or without a report, is a failure', () => {
  expect(vitestOutcome(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
  expect(vitestOutcome(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1 })
})

test('outcomes add up', () => {
  expect(
    sum([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 })
})
