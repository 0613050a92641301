import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CACHE } from './fleet/fleet-database.ts'

const ROOT = join(import.meta.dirname, '..')
const TIMEOUT_MS = 30_000
const SETTINGS = { NODE_ENV: 'production', HOST: '127.0.0.1', RADIUS_PORT: '0', PERSON_REQUESTS_PER_MINUTE: '1000000' }

export interface BenchServer {
  readonly port: number
  readonly pid: number
  /** resident memory now, MiB */
  readonly memoryMiB: () => number
  readonly stop: () => Promise<void>
}

/** Runs a server of this repository as people do: its own process, production settings, its log in a file. */
export async function startServer(script: string, port: number, env: Record<string, string>): Promise<BenchServer> {
  mkdirSync(CACHE, { recursive: true })
  const log = openSync(join(CACHE, `server-${port}.log`), 'w')
  const child = spawn(process.execPath, [...(process.env.ENLACE_BENCH_NODE_ARGS?.split(' ') ?? []), script], {
    cwd: ROOT,
    // the measuring tools ask as one person, faster than any person may
    env: { ...process.env, ...SETTINGS, PORT: String(port), ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`${script} did not start`)
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await ended
  }
  await Promise.race([
    untilReady(port),
    ended.then(() => Promise.reject(new Error(`${script} ended, see its log in ${CACHE}`))),
  ])
  return { port, pid, memoryMiB: () => residentMiB(pid), stop }
}

/** Waits until a server on this machine is ready, until a timeout, or until it is aborted. */
export async function untilReady(port: number, timeoutMs = TIMEOUT_MS, given?: AbortSignal): Promise<void> {
  for (const giveUpAt = performance.now() + timeoutMs; performance.now() < giveUpAt && !given?.aborted; await sleep(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`Nothing answers on port ${port}`)
}

/** Resident memory of a process, MiB; NaN except on Linux. */
export function residentMiB(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
