import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { type Figure, figure, times } from './figure.ts'
import { CACHE } from './fleet/fleet-database.ts'
import { untilReady } from './server-process.ts'
import { PORT } from './stand.ts'
import { timed } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..')
const DATA_DIR = join(CACHE, 'start')
const LOG = join(CACHE, 'start.log')
const OWN_PORT = PORT + 2
const FIRST_START_MS = 300_000

function npmStart(): ChildProcess {
  const log = openSync(LOG, 'w')
  const env = { ...process.env, DATA_DIR, PORT: String(OWN_PORT), NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: ROOT, env, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

/** Seconds from the command to the first answer. */
async function secondsToStart(): Promise<number> {
  const ended = new AbortController()
  const child = npmStart()
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void exit.then(() => ended.abort())
  const ready = await timed(() => untilReady(OWN_PORT, FIRST_START_MS, ended.signal))
  child.kill('SIGINT')
  await exit
  return ready / 1000
}

/** What the start itself logs of one of its steps. */
function loggedSeconds(step: string): number {
  const lines = readFileSync(LOG, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const entry = lines.map((line) => JSON.parse(line) as { msg: string; seconds?: number }).find(({ msg }) => msg === step)
  return entry?.seconds ?? Number.NaN
}

/** The first and the second start after cloning, with packages and page in place. */
export async function benchStart(): Promise<Figure[]> {
  rmSync(DATA_DIR, { recursive: true, force: true })
  mkdirSync(DATA_DIR, { recursive: true })
  const first = await secondsToStart()
  const demo = loggedSeconds('Demo fleet')
  const second = await secondsToStart()
  const database = (await timed(async () => (await startEmbeddedPostgres({ dataDir: DATA_DIR })).stop())) / 1000
  rmSync(DATA_DIR, { recursive: true, force: true })
  return [
    figure({ name: 'start: the first one, demo fleet included', value: `${first.toFixed(1)} s` }),
    figure({
      name: 'start: the demo fleet of 50 000 SIMs',
      value: `${demo.toFixed(1)} s`,
      limit: '30 s',
      ratio: times(demo / 30),
      goal: '< 30 s',
      reached: demo < 30,
    }),
    figure({
      name: 'start: the second one, until it answers',
      value: `${second.toFixed(2)} s`,
      limit: `${database.toFixed(2)} s PostgreSQL up and down`,
      ratio: times(second / database),
      goal: '< 5 s',
      reached: second < 5,
    }),
  ]
}
