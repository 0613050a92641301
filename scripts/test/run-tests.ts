import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IS_SOAK, SEED } from '#test/share.ts'
import { ensureDebianPackages } from './debian-packages.ts'
import { chromiumOfMachine, findChromium } from './find-chromium.ts'
import { conformanceSuite, NO_CONFORMANCE_SUITE } from './mcp-conformance.ts'
import { describeFailures, playwrightOutcome, type StepOutcome, sum, vitestOutcome } from './outcome.ts'
import { vitestFiles, vitestSample, writePlaywrightSample } from './sample.ts'

const root = join(import.meta.dirname, '../..')
const bin = (path: string): string => join(root, 'node_modules', path)
const VITEST = bin('vitest/vitest.mjs')
const PLAYWRIGHT = bin('@playwright/test/cli.js')
const report = (name: string): string => join(root, 'test-results', `${name}.json`)

/** Runs a Node program; quiet ones show what they printed only when they fail. */
function run(
  args: string[],
  { isQuiet = false, env = {} }: { isQuiet?: boolean; env?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const stdio = isQuiet ? (['ignore', 'pipe', 'pipe'] as const) : (['ignore', 'inherit', 'inherit'] as const)
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: [...stdio] })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

type Step = [name: string, work: () => Promise<StepOutcome>]

async function check(...args: string[]): Promise<StepOutcome> {
  const isGreen = (await run(args, { isQuiet: true })) === 0
  if (isGreen) return { passed: 1, failed: 0, failures: [] }
  return { passed: 0, failed: 1, failures: [{ test: args.join(' '), message: 'what it found is printed above' }] }
}

/** Tests of one of Vitest's projects, see vitest.config.ts. */
async function vitest(
  project: string,
  { isQuiet = false, files = [] }: { isQuiet?: boolean; files?: readonly string[] } = {},
): Promise<StepOutcome> {
  const file = report(`vitest-${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = [VITEST, 'run', ...files, `--project=${project}`, ...reporters]
  // many processes load the same packages: compiled once, they are there sooner
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'enlace-compiled') }
  return vitestOutcome(file, await run(args, { isQuiet, env }))
}

async function browserTests(): Promise<StepOutcome> {
  const path = findChromium({ takesShell: true })
  if (path === undefined) {
    const chromium = chromiumOfMachine({ takesShell: true })
    const message = chromium.kind === 'ask' ? chromium.sentence : 'Chromium could not be installed.'
    return { passed: 0, failed: 1, failures: [{ test: 'Browser tests', message }] }
  }
  const env = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }
  const args = [PLAYWRIGHT, 'test', '--reporter=list,json']
  if (isSample) {
    const list = join(root, 'test-results/sample.txt')
    writePlaywrightSample(list, { root, playwright: PLAYWRIGHT })
    args.push('--test-list', list)
  }
  return playwrightOutcome(report('playwright'), await run(args, { env }))
}

/** One checker instead of four: steps run in pairs already, and each checker computes the common types anew (9 s of CPU, not 18). */
const checkTypes = (project: string) => check(bin('typescript/bin/tsc'), '-p', project, '--checkers', '1')

const STATIC: readonly Step[] = [
  ['Format and lint', () => check(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings')],
  ['Walls between the folders', () => check('scripts/check-walls.ts')],
  ['Words and names', () => check('scripts/check-words.ts')],
  ['Types of the server', () => checkTypes('tsconfig.json')],
  ['Types of the page', () => checkTypes('tsconfig.web.json')],
  ['Types of the browser tests', () => checkTypes('tsconfig.e2e.json')],
  ['Dead code', () => check(bin('knip/bin/knip.js'), '--no-progress')],
]
const [command, ...only] = process.argv.slice(2)
/** `npm test` without more: what runs of the slow tests is a sample, see sample.ts. */
const isSample = command === undefined && !IS_SOAK
const sample = (project: 'database' | 'process') => (isSample ? vitestSample(project, { root, vitest: VITEST }) : [])
const PURE: Step = ['Tests without database and browser', () => vitest('pure')]
const PAGE: Step = ['Building the page', () => check('scripts/run.mjs', 'build')]
const DATABASE: Step = ['Tests on a database', () => vitest('database', { files: sample('database') })]
/** Of the tests on a database those that the soak's inputs make last minutes to an hour, most of it in one worker. */
const WALKS = [
  'test/contract-fuzz.test.ts',
  'test/lock-policies.test.ts',
  'server/cell-administration/spanning-imports.test.ts',
  'server/features/camara/events-guards.test.ts',
  'server/features/camara/guards.test.ts',
]
const LONG_WALKS: Step = ['Long walks on a database', () => vitest('database', { files: WALKS })]
const SHORT_DATABASE: Step = [
  'Tests on a database',
  () =>
    vitest('database', { files: vitestFiles('database', { root, vitest: VITEST }).filter((file) => !WALKS.includes(file)) }),
]
const PROCESSES: Step = ['Tests of whole processes', () => vitest('process', { isQuiet: true, files: sample('process') })]
const FAULTS: Step = ['Workers that die', () => vitest('process', { files: ['server/features/operations/faults'] })]
const IMAGE: Step = ['The container image', () => vitest('image')]
const DRILLS: Step = ['Drills of lost machines', () => vitest('drill', { files: only })]
const BROWSER: Step = ['Browser tests', browserTests]

const outcomes: StepOutcome[] = []

async function runStep([name, work]: Step): Promise<void> {
  const begin = performance.now()
  const outcome = await work()
  outcomes.push(outcome)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(
    `  ${outcome.failed === 0 ? '✓' : '✗'} ${name} (${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s)`,
  )
}

/** Two at a time. */
async function runInPairs(steps: readonly Step[]): Promise<void> {
  const waiting = [...steps]
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
  }
  await Promise.all([runNext(), runNext()])
}

const begin = performance.now()
const isWhole = command === undefined || command === 'all'
const isImage = command === 'image'
const isDrill = command === 'drill'
const isCluster = command === 'citus'
if (isCluster && !process.env.CITUS_URL) {
  console.error('CITUS_URL names no cluster, so nothing was tested: docs/cells.md says what it takes.')
  process.exit(1)
}
/** What this machine lacks something for: said at the end, where it is seen. */
const untested = command === 'check' ? [] : ensureDebianPackages(isImage || isDrill ? command : IS_SOAK ? 'soak' : 'test')
if (isWhole && conformanceSuite() === undefined) untested.push(NO_CONFORMANCE_SUITE)
rmSync(join(root, 'test-results'), { recursive: true, force: true })
if (isWhole || command === 'check') {
  await runInPairs(isWhole ? [PAGE, ...STATIC] : STATIC)
  await runStep(PURE)
}
if (isWhole) {
  await runStep(IS_SOAK ? SHORT_DATABASE : DATABASE)
  // whole processes wait more than they work, so the browser has the machine almost for itself; in the soak it shares it with the long walks.
  // All database tests beside it, four workers, left the demo's background work no time in minutes.
  await runInPairs(IS_SOAK ? [LONG_WALKS, BROWSER, PROCESSES] : [BROWSER, PROCESSES])
}
if (isCluster) for (const step of [DATABASE, FAULTS]) await runStep(step)
if (isImage || (isWhole && IS_SOAK)) await runStep(IMAGE)
if (isDrill || (isWhole && IS_SOAK)) await runStep(DRILLS)
const { passed, failed, failures } = sum(outcomes)
if (failures.length > 0) console.log(`\n${describeFailures(failures)}`)
for (const line of untested) console.log(`\n${line}`)
console.log(
  `\nMade up with seed ${SEED}; ENLACE_SEED=${SEED} makes the same up again. ${((performance.now() - begin) / 1000).toFixed(0)} s`,
)
console.log(`\n${passed} passed, ${failed} failed`)
// who asks for the image or a drill alone asks for nothing that may be left out
process.exitCode = failed === 0 && !((isImage || isDrill) && untested.length > 0) ? 0 : 1
