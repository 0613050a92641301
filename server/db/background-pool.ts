import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Pool, PoolClient } from 'pg'
import { createPool, type PoolOptions } from './pool.ts'

/**
 * Connections for work that nobody waits for. People's statements come first: where the database runs on this machine behind a
 * socket file, its processes for these connections get the processor only when no other wants it. A mass operation keeps both
 * cores busy, and a page of the list waited 36 ms for its 10.
 */
export function createBackgroundPool(options: PoolOptions): Pool {
  const pool = createPool({ ...options, applicationName: 'enlace-background' })
  if (isOnThisMachine(options.connectionString)) pool.on('connect', giveWay)
  return pool
}

function isOnThisMachine(connectionString: string): boolean {
  return process.platform === 'linux' && new URL(connectionString).searchParams.get('host')?.startsWith('/') === true
}

function giveWay(client: PoolClient): void {
  const { processID } = client as PoolClient & { readonly processID: number }
  try {
    // behind a socket that another container lends, the number may be of something else
    if (!readFileSync(`/proc/${processID}/cmdline`, 'utf8').startsWith('postgres:')) return
    setPriority(processID, constants.priority.PRIORITY_BELOW_NORMAL)
    lowerGroup(processID)
  } catch {
    // not ours to hold back: it works at the same priority as everything else
  }
}

/**
 * Where the kernel groups processes by session (sched_autogroup_enabled, as many distributions have it), priorities count inside of
 * a group only, and each of the database's processes has a session of its own: then it is the group that has to give way.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 */
function lowerGroup(processId: number): void {
  const group = `/proc/${processId}/autogroup`
  const [, session] = /\) \S+ \d+ \d+ (\d+) /.exec(readFileSync(`/proc/${processId}/stat`, 'utf8')) ?? []
  if (existsSync(group) && Number(session) === processId) writeFileSync(group, String(constants.priority.PRIORITY_BELOW_NORMAL))
}
