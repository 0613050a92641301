import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createPool } from '../db/pool.ts'
import { startPoller } from '../jobs/poller.ts'
import { type Cells, openCells } from './cells.ts'

/** How often the positions of both are read; a replica that is behind for longer is not read from. */
const POLL_MS = 1_000
/** A poll without an answer for this long means that the replica is away; requests that wait for a free connection may wait longer. */
const ANSWER_TIMEOUT_MS = 1_000
/** After this long every process has found that the replica is behind, and reads from the primary. */
const FOUND_BEHIND_MS = 4_000
const WAIT_MS = 20

/** A standby of the database (streaming replication), for what only reads (docs/decisions/0086-reads-from-a-replica.md). */
export interface ReadReplica {
  /**
   * Its cells, when it has replayed the log up to a position and is not behind for long.
   * @param mark a position in the log, as `currentMark` gave it
   * @returns undefined: read from the primary
   */
  cellsAfter(mark: string | undefined): Promise<Cells | undefined>
  /** Waits until a read from the replica sees what is committed now: before readers are notified of it. */
  untilReplayed(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly connectionString: string
  readonly max: number
  readonly connectionTimeoutMs?: number
  readonly primary: Pool
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
}

const MARK = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** A position in the write-ahead log as a number; undefined for what is none. */
function positionOf(mark: string): bigint | undefined {
  const [, high, low] = MARK.exec(mark) ?? []
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The position up to which the primary has written its log: a replica that has replayed it has all that is committed. */
export async function currentMark(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ mark: string }>('SELECT pg_current_wal_lsn()::text AS mark')
  return rows[0]?.mark ?? ''
}

/** Of a standby that was promoted, its own: then both addresses lead to the primary. */
const REPLAYED = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text AS mark`

class Replica implements ReadReplica {
  readonly #options: Options
  readonly #pool: Pool
  #cells: Cells | undefined
  #replayed = 0n
  /** where the primary was at the last poll */
  #expected: bigint | undefined
  #isFresh = false
  #changedAt = performance.now()
  #asking: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#pool = this.#open(options.connectionString)
  }

  #open(connectionString: string): Pool {
    const { max, connectionTimeoutMs } = this.#options
    return createPool({
      connectionString,
      max,
      applicationName: 'enlace-replica',
      ...(connectionTimeoutMs && { connectionTimeoutMs }),
    })
  }

  async cellsAfter(mark: string | undefined): Promise<Cells | undefined> {
    if (!this.#isFresh) return undefined
    const position = mark === undefined ? undefined : positionOf(mark)
    if (position !== undefined && !(await this.#hasReplayed(position))) return undefined
    return this.#cells
  }

  async untilReplayed(): Promise<void> {
    const position = positionOf(await currentMark(this.#options.primary)) ?? 0n
    const until = performance.now() + FOUND_BEHIND_MS
    const isNotRead = (): boolean => !this.#isFresh && performance.now() - this.#changedAt > FOUND_BEHIND_MS
    while (!isNotRead() && performance.now() < until && !(await this.#hasReplayed(position))) await sleep(WAIT_MS)
  }

  async #hasReplayed(position: bigint): Promise<boolean> {
    if (this.#replayed < position) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined
      })
      await this.#asking.catch(() => undefined)
    }
    return this.#replayed >= position
  }

  async #ask(): Promise<void> {
    const { rows } = await this.#pool.query<{ mark: string | null }>(REPLAYED)
    this.#replayed = positionOf(rows[0]?.mark ?? '') ?? 0n
  }

  async poll(): Promise<void> {
    const timeout = sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')))
    try {
      await Promise.race([this.#compare(), timeout])
    } catch (error) {
      this.#set(false, error)
    }
  }

  async #compare(): Promise<void> {
    const position = positionOf(await currentMark(this.#options.primary)) ?? 0n
    this.#cells ??= await openCells(this.#pool, (other) => this.#open(other))
    await this.#cells.refresh()
    await this.#ask()
    this.#set(this.#replayed >= (this.#expected ?? position))
    this.#expected = position
  }

  #set(isFresh: boolean, error?: unknown): void {
    if (isFresh === this.#isFresh) return
    this.#isFresh = isFresh
    this.#changedAt = performance.now()
    if (isFresh) this.#options.log.info('reads go to the replica')
    else this.#options.log.warn({ err: error }, 'the replica is behind or away: reads go to the primary')
  }

  async close(): Promise<void> {
    await this.#cells?.close()
    await this.#pool.end()
  }
}

/** Opens the replica; while it is away or behind it is not used, whatever the reason. */
export async function openReadReplica(options: Options): Promise<ReadReplica> {
  const replica = new Replica(options)
  await replica.poll()
  const { log } = options
  const stop = startPoller(() => replica.poll(), { everyMs: POLL_MS, log, failure: 'the replica could not be polled' })
  return {
    cellsAfter: (mark) => replica.cellsAfter(mark),
    untilReplayed: () => replica.untilReplayed(),
    close: async () => {
      await stop()
      await replica.close()
    },
  }
}
