import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MB = 1024 * 1024

interface Choice {
  /** false only for tests: a crash may lose or break everything */
  readonly durable?: boolean | undefined
  /** memory it may count on; without it all of the machine or container */
  readonly memoryMb?: number | undefined
}

/** Server settings of the embedded PostgreSQL, for a portal that shares its machine. */
export function serverSettings(socketFolder: string, { durable = true, memoryMb = memoryOfMachine() }: Choice): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // each process has connections of its own to each cell, for requests, work, counting and metrics
    max_connections: '200',
    shared_buffers: `${sharedBuffersMb(memoryMb)}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    work_mem: memoryMb >= 2048 ? '16MB' : '4MB',
    maintenance_work_mem: memoryMb >= 2048 ? '256MB' : '64MB',
    dynamic_shared_memory_type: dynamicMemory(),
    random_page_cost: '1.1',
    // compiling a plan costs more than the portal's short queries take
    jit: 'off',
    max_wal_size: '4GB',
    // 1.8 ms of processor time for each SIM of a mass operation instead of 0.3: a status is in twenty indexes, and the only compression
    // of this build is pglz
    wal_compression: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // above ERROR: a failed statement is the server's business and may hold personal data; PostgreSQL's own state is logged
    log_min_messages: 'log',
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const memoryOfMachine = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB

/**
 * A quarter of the memory, as PostgreSQL's manual advises, up to 8 GB. The kernel gives it only as it is filled, so a small fleet
 * stays small; a million SIMs and their indexes are 3.3 GB, and a page that must be copied in from the kernel's cache, checksum
 * checked, took twice as long (6 ms instead of 3).
 */
function sharedBuffersMb(memoryMb: number): number {
  return Math.max(64, Math.min(8192, Math.floor(memoryMb / 4)))
}

/** Containers often give /dev/shm 64 MB, too little for parallel queries; files in the data folder work everywhere. */
function dynamicMemory(): 'posix' | 'mmap' {
  if (process.platform !== 'linux') return 'posix'
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 256 * MB ? 'posix' : 'mmap'
  } catch {
    // no /dev/shm at all
    return 'mmap'
  }
}
