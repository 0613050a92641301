import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export type ProcessIdentity = { pid: number; startedAt: string }

/** The process with this number: number and start time identify it, because numbers are reused. Undefined when there is none. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  if (existsSync('/proc/self/stat')) {
    const stat = readOrEmpty(`/proc/${pid}/stat`)
    // the name in brackets may hold blanks and brackets itself; state is field 3, the start in clock ticks field 22
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const startedAt = fields[19]
    return stat === '' || fields[0] === 'Z' || startedAt === undefined ? undefined : { pid, startedAt }
  }
  const startedAt = psOrEmpty(pid, 'lstart=')
  return startedAt === '' ? undefined : { pid, startedAt }
}

/** The command line of a living process, words parted by blanks; empty when there is none. */
export function processCommand(pid: number): string {
  if (existsSync('/proc/self/stat')) return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return psOrEmpty(pid, 'command=')
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // the process ended between the question and the answer
    return ''
  }
}

function psOrEmpty(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // ps exits with 1 when the process does not exist
    return ''
  }
}
