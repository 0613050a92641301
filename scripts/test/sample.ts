import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { SEED } from '#test/share.ts'

/**
 * What `npm test` runs of the tests that take minutes: those that prove a clause of the specification and those that keep tenants
 * apart every day, and of the others one part, another one each day. All of them are `npm run test:all`. Decision 145.
 */
const PARTS = { database: 4, process: 6, browser: 8 } as const

const PROVES_CLAUSE = /\[S\d/
/** Every call as every kind of caller, with malformed input, and the secrets that are stored. */
const KEEPS_APART = /(sweep|fuzz|guards|secrets)\.test\.ts$/

const DAY_MS = 86_400_000

/** The number of the day that a seed names, as 20261128: one more from each day to the next, over the ends of months too. */
export const dayOf = (seed: number): number =>
  Math.floor(Date.UTC(Math.floor(seed / 10_000), (Math.floor(seed / 100) % 100) - 1, seed % 100) / DAY_MS)

/** The items that always run and those whose turn it is: after as many days as there are parts each has been run. */
export function sampleOf(
  items: readonly string[],
  { runsDaily, parts, day }: { runsDaily: (item: string) => boolean; parts: number; day: number },
): string[] {
  let turn = 0
  return items.filter((item) => runsDaily(item) || turn++ % parts === day % parts)
}

interface Vitest {
  readonly root: string
  readonly vitest: string
}

/** The files of one of Vitest's projects, relative to the root. */
export function vitestFiles(project: string, { root, vitest }: Vitest): string[] {
  const listed = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json', `--project=${project}`], {
    cwd: root,
  })
  return (JSON.parse(listed.toString()) as { file: string }[]).map(({ file }) => relative(root, file)).sort()
}

/** Those of them that run today. */
export function vitestSample(project: 'database' | 'process', { root, vitest }: Vitest): string[] {
  const files = vitestFiles(project, { root, vitest })
  const runsDaily = (file: string) => KEEPS_APART.test(file) || PROVES_CLAUSE.test(readFileSync(`${root}/${file}`, 'utf8'))
  return announced(
    `files of the ${project} project`,
    files,
    sampleOf(files, { runsDaily, parts: PARTS[project], day: dayOf(SEED) }),
  )
}

/** Writes the sample of the browser tests as a list that Playwright reads with --test-list. */
export function writePlaywrightSample(list: string, { root, playwright }: { root: string; playwright: string }): void {
  const listed = execFileSync(process.execPath, [playwright, 'test', '--list'], { cwd: root }).toString()
  const tests = playwrightTests(listed)
  const serial = new Set(tests.map(fileOf).filter((file) => isSerial(readFileSync(`${root}/e2e/${file}`, 'utf8'))))
  // tests of a serial file stand on each other: they run together or not at all
  const units = [...new Set(tests.map((test) => (serial.has(fileOf(test)) ? fileOf(test) : test)))]
  const chosen = sampleOf(units, { runsDaily: (unit) => PROVES_CLAUSE.test(unit), parts: PARTS.browser, day: dayOf(SEED) })
  const runs = new Set(chosen)
  const sample = tests.filter((test) => runs.has(test) || runs.has(fileOf(test)))
  writeFileSync(list, announced('browser tests', tests, sample).join('\n'))
}

/** The tests that `playwright test --list` prints, as `file.spec.ts:12:1 › title`. */
export const playwrightTests = (listed: string): string[] =>
  listed
    .split('\n')
    .filter((line) => line.startsWith('  ') && line.includes(' › '))
    .map((line) => line.trim())

const fileOf = (test: string): string => test.split(':')[0] ?? ''
const isSerial = (source: string): boolean => /mode: 'serial'/.test(source)

function announced(what: string, all: readonly string[], sample: string[]): string[] {
  console.log(`  ${sample.length} of ${all.length} ${what} today; npm run test:all runs all`)
  return sample
}
