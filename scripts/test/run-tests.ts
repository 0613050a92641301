import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from './debian-packages.ts'
import { ensureChromium } from './find-chromium.ts'
import { type Outcome, playwrightOutcome, sum, vitestOutcome } from './outcome.ts'

const root = join(import.meta.dirname, '../..')
const bin = (path: string): string => join(root, 'node_modules', path)
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

async function check(...args: string[]): Promise<Outcome> {
  return (await run(args, { isQuiet: true })) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** What this machine lacks something for: said at the end, where it is seen. */
const untested: string[] = []

async function unitAndDatabaseTests(): Promise<Outcome> {
  untested.push(...ensureDebianPackages())
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]
  // hundreds of processes load the same packages: compiled once, they are there sooner
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'enlace-compiled') }
  return vitestOutcome(report('vitest'), await run([bin('vitest/vitest.mjs'), 'run', ...reporters], { env }))
}

async function browserTests(): Promise<Outcome> {
  const chromium = ensureChromium()
  if (chromium.kind === 'ask') {
    console.log(chromium.sentence)
    return { passed: 0, failed: 1 }
  }
  const env = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }
  return playwrightOutcome(
    report('playwright'),
    await run([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], { env }),
  )
}

const steps: [name: string, work: () => Promise<Outcome>][] = [
  ['Format and lint', () => check(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings')],
  ['Walls between the folders', () => check('scripts/check-walls.ts')],
  ['Types of the server', () => check(bin('typescript/bin/tsc'), '-p', 'tsconfig.json')],
  ['Types of the page', () => check(bin('typescript/bin/tsc'), '-p', 'tsconfig.web.json')],
  ['Types of the browser tests', () => check(bin('typescript/bin/tsc'), '-p', 'tsconfig.e2e.json')],
  ['Dead code', () => check(bin('knip/bin/knip.js'), '--no-progress')],
  ['Unit and database tests', unitAndDatabaseTests],
  ['Building the page', () => check('scripts/run.mjs', 'build')],
  ['Browser tests', browserTests],
]

const outcomes: Outcome[] = []
rmSync(join(root, 'test-results'), { recursive: true, force: true })
for (const [name, work] of steps) {
  const begin = performance.now()
  if (work === unitAndDatabaseTests || work === browserTests) console.log(`\n  … ${name}`)
  const outcome = await work()
  outcomes.push(outcome)
  console.log(`  ${outcome.failed === 0 ? '✓' : '✗'} ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
}
const { passed, failed } = sum(outcomes)
for (const line of untested) console.log(`\n${line}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
