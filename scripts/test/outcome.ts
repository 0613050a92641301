import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type StepOutcome = { passed: number; failed: number; failures: TestFailure[] }

/** One failed test, so that the end of a long log names it. */
export type TestFailure = { test: string; message: string }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}
type PlaywrightSpec = {
  file: string
  line: number
  title: string
  ok: boolean
  tests: { results: { error?: { message?: string } }[] }[]
}
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites?: PlaywrightSuite[] }

/** Counts a Vitest run from its JSON report. A file that could not even be loaded counts as one failed test. */
export function vitestOutcome(reportFile: string, exitCode: number): StepOutcome {
  const report = readReport<VitestReport>(reportFile)
  if (!report) return noReport(reportFile)
  const failures = report.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ test: name, message }]
    return failed.map((test) => ({ test: `${name} > ${test.fullName}`, message: test.failureMessages?.join('\n') ?? '' }))
  })
  return settle({ passed: report.numPassedTests, failed: failures.length, failures }, exitCode)
}

/** Counts a Playwright run from its JSON report. */
export function playwrightOutcome(reportFile: string, exitCode: number): StepOutcome {
  const report = readReport<PlaywrightReport>(reportFile)
  if (!report) return noReport(reportFile)
  const failures = specsOf(report.suites)
    .filter((spec) => !spec.ok)
    .map(({ file, line, title, tests }) => ({
      test: `${file}:${line} > ${title}`,
      message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
    }))
  return settle({ passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, failures }, exitCode)
}

function specsOf(suites: readonly PlaywrightSuite[] = []): PlaywrightSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)])
}

export function sum(outcomes: readonly StepOutcome[]): StepOutcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

/** Name and reason of each failed test, without colours; reasons are cut to twelve lines. */
export function describeFailures(failures: readonly TestFailure[]): string {
  return failures.map(({ test, message }) => `✗ ${test}\n${indent(stripVTControlCharacters(message))}`).join('\n')
}

function indent(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(0, 12)
    .map((line) => `    ${line}\n`)
    .join('')
}

/** A runner that fails without a failed test (an error outside the tests, no test found) counts as one, so that nothing is hidden. */
function settle(counted: StepOutcome, exitCode: number): StepOutcome {
  const isHidden = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0)
  if (!isHidden) return counted
  const message = counted.passed === 0 ? 'no test was found' : `the runner ended with ${exitCode} though no test failed`
  return { ...counted, failed: 1, failures: [{ test: 'outside the tests', message }] }
}

function noReport(reportFile: string): StepOutcome {
  return { passed: 0, failed: 1, failures: [{ test: reportFile, message: 'the runner ended without a report' }] }
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    // the runner ended before it could write one
    return undefined
  }
}
