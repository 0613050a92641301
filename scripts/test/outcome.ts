import { readFileSync } from 'node:fs'

export type Outcome = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } }

/** Counts a Vitest run from its JSON report. A file that could not even be loaded counts as one failed test. */
export function vitestOutcome(reportFile: string, exitCode: number): Outcome {
  const report = readReport<VitestReport>(reportFile)
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }, exitCode)
}

/** Counts a Playwright run from its JSON report. */
export function playwrightOutcome(reportFile: string, exitCode: number): Outcome {
  const report = readReport<PlaywrightReport>(reportFile)
  if (!report) return { passed: 0, failed: 1 }
  return settle({ passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }, exitCode)
}

export function sum(outcomes: Outcome[]): Outcome {
  const add = (a: Outcome, b: Outcome): Outcome => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })
  return outcomes.reduce(add, { passed: 0, failed: 0 })
}

/** A runner that fails without a failed test (an error outside the tests, no test found) counts as one, so that nothing is hidden. */
function settle(counted: Outcome, exitCode: number): Outcome {
  const isHidden = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0)
  return isHidden ? { ...counted, failed: 1 } : counted
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    // the runner ended before it could write one
    return undefined
  }
}
