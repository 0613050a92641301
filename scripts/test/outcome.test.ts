import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeFailures, playwrightOutcome, sum, vitestOutcome } from './outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-outcome-'))
const file = join(folder, 'report.json')
const report = (content: unknown): string => {
  writeFileSync(file, JSON.stringify(content))
  return file
}
type TestFile = { name: string; status: string; message?: string; assertionResults: object[] }
const vitest = (passed: number, ...files: TestFile[]): string => report({ numPassedTests: passed, testResults: files })

afterAll(() => rmSync(folder, { recursive: true }))

test('counts what passed and names what failed', () => {
  const failing = {
    name: 'a.test.ts',
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'adds' },
      { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
    ],
  }
  expect(vitestOutcome(vitest(7, failing), 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: [{ test: 'a.test.ts > subtracts', message: 'expected 1 to be 2' }],
  })
  const spec = {
    file: 'e2e/b.spec.ts',
    line: 3,
    title: 'opens',
    ok: false,
    tests: [{ results: [{ error: { message: 'no' } }] }],
  }
  const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }]
  expect(playwrightOutcome(report({ stats: { expected: 5, unexpected: 1, flaky: 0 }, suites }), 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: [{ test: 'e2e/b.spec.ts:3 > opens', message: 'no' }],
  })
})

test('a test that passed only when it was run again is a failure', () => {
  expect(playwrightOutcome(report({ stats: { expected: 5, unexpected: 2, flaky: 1 } }), 1)).toMatchObject({
    passed: 5,
    failed: 3,
  })
})

test('a file that could not be loaded is a failure', () => {
  const unloaded = { name: 'a.test.ts', status: 'failed', message: 'no such import', assertionResults: [] }
  expect(vitestOutcome(vitest(7, unloaded), 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: [{ test: 'a.test.ts', message: 'no such import' }],
  })
})

test('a runner that fails without a failed test is a failure', () => {
  const failures = [{ test: 'outside the tests', message: 'the runner ended with 1 though no test failed' }]
  expect(vitestOutcome(vitest(7), 1)).toEqual({ passed: 7, failed: 1, failures })
  const green = report({ stats: { expected: 5, unexpected: 0, flaky: 0 } })
  expect(playwrightOutcome(green, 1)).toEqual({ passed: 5, failed: 1, failures })
})

test('a run without any test, or without a report, is a failure', () => {
  expect(vitestOutcome(vitest(0), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(vitestOutcome(join(folder, 'missing.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('outcomes add up', () => {
  const failure = { test: 'a', message: 'b' }
  expect(
    sum([
      { passed: 1, failed: 0, failures: [] },
      { passed: 2, failed: 1, failures: [failure] },
    ]),
  ).toEqual({ passed: 3, failed: 1, failures: [failure] })
})

test('a failure is described without colours, in twelve lines at most', () => {
  const message = `\u001B[31mred\u001B[39m\n\n${'more\n'.repeat(20)}`
  expect(describeFailures([{ test: 'a.test.ts > subtracts', message }])).toBe(
    `✗ a.test.ts > subtracts\n    red\n${'    more\n'.repeat(11)}`,
  )
})
