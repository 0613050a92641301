import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Pool, PoolClient } from 'pg'
import { createPool, type PoolOptions } from './pool.ts'

/**
 * Connections for background work. Requests come first: where the database runs on this machine behind a socket file, its processes
 * for these connections get the processor only when no other wants it. With a mass operation on both cores a page of the list took
 * 36 ms instead of 10.
 */
export function createBackgroundPool(options: PoolOptions): Pool {
  const pool = createPool({ ...options, applicationName: 'enlace-background' })
  if (isOnThisMachine(options.connectionString)) pool.on('connect', lowerPriority)
  return pool
}

function isOnThisMachine(connectionString: string): boolean {
  return process.platform === 'linux' && new URL(connectionString).searchParams.get('host')?.startsWith('/') === true
}

function lowerPriority(client: PoolClient): void {
  const { processID } = client as PoolClient & { readonly processID: number }
  try {
    // behind a socket of another container the process id may belong to another process
    if (!readFileSync(`/proc/${processID}/cmdline`, 'utf8').startsWith('postgres:')) return
    setPriority(processID, constants.priority.PRIORITY_BELOW_NORMAL)
    lowerGroupPriority(processID)
  } catch {
    // no permission: the process keeps its normal priority
  }
}

/**
 * Where the kernel groups processes by session (sched_autogroup_enabled, default of many distributions), priorities count inside a
 * group only, and each of the database's processes has a session of its own: then the priority of the group has to be lowered.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 */
function lowerGroupPriority(processId: number): void {
  const group = `/proc/${processId}/autogroup`
  const [, session] = /\) \S+ \d+ \d+ (\d+) /.exec(readFileSync(`/proc/${processId}/stat`, 'utf8')) ?? []
  if (existsSync(group) && Number(session) === processId) writeFileSync(group, String(constants.priority.PRIORITY_BELOW_NORMAL))
}
