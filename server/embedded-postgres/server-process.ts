import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileWork, StartFailure } from '#server/start-failure.ts'
import { reasonIn } from './cluster.ts'
import { readPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

const LOG_LIMIT_BYTES = 5_000_000
const FAST_STOP_MS = 60_000

export type ServerProcess = {
  /** ends it: first in order ('fast'), after a minute at once (the next start then recovers from the log) */
  stop: () => Promise<void>
  /** called once when the server ends without `stop` */
  onUnexpectedEnd: (call: (reason: string) => void) => void
}

type Launch = {
  program: string
  args: string[]
  options: RunAs['options']
  dataFolder: string
  socketFolder: string
  logFile: string
}
type Started = { child: ChildProcess; ended: Promise<void>; logStart: number }

/** Runs a PostgreSQL server and waits until it takes connections, recovery included, however long that takes. */
export async function runServer(launch: Launch): Promise<ServerProcess> {
  const giveUpAt = performance.now() + 10_000
  for (;;) {
    const started = spawnServer(launch)
    const readLog = (): string => logSince(launch.logFile, started.logStart)
    if (await becomesReady(started, launch.dataFolder)) return handle(started, readLog)
    const log = readLog()
    // the last workers of a killed server need a moment to notice
    const isBusy = /is still in use|lock file "postmaster\.pid" already exists/.test(log)
    if (!isBusy || performance.now() > giveUpAt) {
      throw new StartFailure(`The embedded PostgreSQL did not start: ${reasonIn(log)} (its log: ${launch.logFile}).`)
    }
    await sleep(200)
  }
}

function spawnServer({ program, args, options, socketFolder, logFile }: Launch): Started {
  const { log, logStart } = fileWork(`write to ${logFile}`, () => {
    if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) rmSync(logFile)
    return { log: openSync(logFile, 'a'), logStart: existsSync(logFile) ? statSync(logFile).size : 0 }
  })
  // its own process session: a Ctrl-C in the terminal reaches us only, and we stop it after the last query
  const child = spawn(program, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  endWithThisProcess(child, ended, socketFolder)
  return { child, ended, logStart }
}

function endWithThisProcess(child: ChildProcess, ended: Promise<void>, socketFolder: string): void {
  const guard = guardAgainstSuddenDeath(child, socketFolder)
  const endOnExit = (): void => void child.kill('SIGINT')
  process.once('exit', endOnExit)
  void ended.then(() => {
    guard.kill('SIGKILL')
    process.off('exit', endOnExit)
  })
}

async function becomesReady({ child, ended }: Started, dataFolder: string): Promise<boolean> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    const seen = readPostmaster(dataFolder)
    if (seen?.ready && seen.pid === child.pid) return true
    await sleep(10)
  }
  return false
}

function handle({ child, ended }: Started, readLog: () => string): ServerProcess {
  let isAsked = false
  const stop = async (): Promise<void> => {
    isAsked = true
    child.kill('SIGINT')
    const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
    await ended
    clearTimeout(impatience)
  }
  const onUnexpectedEnd = (call: (reason: string) => void): void => {
    void ended.then(() => {
      if (!isAsked) call(reasonIn(readLog()))
    })
  }
  return { stop, onUnexpectedEnd }
}

/**
 * A shell, in a process session of its own, that waits for its input to end, which happens when this process ends in whatever way,
 * `kill -9` included; then it stops the server in order.
 */
function guardAgainstSuddenDeath(server: ChildProcess, socketFolder: string): ChildProcess {
  const script = 'read -r never; kill -INT "$0" 2>/dev/null; rm -rf "$1"'
  const guard = spawn('/bin/sh', ['-c', script, String(server.pid), socketFolder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

function logSince(file: string, start: number): string {
  const log = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(statSync(file).size - start, 100_000)))
    return bytes.toString('utf8', 0, readSync(log, bytes, 0, bytes.length, start))
  } finally {
    closeSync(log)
  }
}
