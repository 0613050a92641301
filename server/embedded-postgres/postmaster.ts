import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { processCommand } from './process-identity.ts'

export type Postmaster = { pid: number; port: string; socketFolder: string; ready: boolean }

const pidFile = (dataFolder: string): string => join(dataFolder, 'postmaster.pid')

/** What PostgreSQL itself says of the server on this data folder (`postmaster.pid`), whether that server lives or not. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = linesOf(pidFile(dataFolder))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: lines[3] ?? '', socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Stops the server that an Enlace which was killed left behind on this data folder, and waits until it is gone. */
export async function stopLeftover(dataFolder: string): Promise<void> {
  const leftover = readPostmaster(dataFolder)
  if (!leftover) return
  const isOurs = (): boolean => processCommand(leftover.pid).includes(`-D ${dataFolder} `)
  if (!isOurs()) {
    disown(dataFolder)
    return removeSocketFolder(leftover.socketFolder)
  }
  for (const [signal, timeoutMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signalIfAlive(leftover.pid, signal)
    if (await becomesTrue(() => !isOurs(), timeoutMs)) return removeSocketFolder(leftover.socketFolder)
  }
  throw new StartFailure(`PostgreSQL (process ${leftover.pid}) still runs on ${dataFolder} and does not stop; end it by hand.`)
}

/**
 * The number in the file may by now belong to a stranger, and PostgreSQL would then refuse to start. A number that no process
 * can have makes it go on to its own second check (is the old shared memory still in use?), which deleting the file would skip.
 */
function disown(dataFolder: string): void {
  const impossiblePid = '2147483646'
  const lines = linesOf(pidFile(dataFolder))
  if (lines.length > 0) writeFileSync(pidFile(dataFolder), [impossiblePid, ...lines.slice(1)].join('\n'))
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** @returns whether the condition came true within the given milliseconds */
export async function becomesTrue(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > end) return false
    await sleep(10)
  }
  return true
}

/** Removes a folder that held nothing but the server's socket; a folder that is not of our making stays. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith('enlace-') && dirname(folder) !== folder) rmSync(folder, { recursive: true, force: true })
}
