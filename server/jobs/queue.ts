import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { DatabaseTransaction } from '../db/database.ts'
import { JOBS, type JobData, type JobName } from './catalog.ts'

export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>

interface QueueOptions {
  readonly connectionString: string
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** also works jobs off and keeps the queue's tables tidy; without it the process only puts jobs in */
  readonly isWorker?: boolean
}

const NAMES = Object.keys(JOBS) as JobName[]
/** Connections of its own that the queue holds, beside one that listens. */
const CONNECTIONS = 2

/**
 * The queue of jobs, and the only file that knows the library behind it (pg-boss, tables in the schema pgboss of the same
 * database). It opens itself at its first use: a process that never sends pays nothing.
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #options: QueueOptions
  #opening: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    const isWorker = options.isWorker === true
    this.#boss = new PgBoss({
      connectionString: options.connectionString,
      application_name: 'enlace-jobs',
      max: CONNECTIONS,
      useListenNotify: isWorker,
      supervise: isWorker,
      schedule: false,
    })
    this.#boss.on('error', (error) => options.log.error({ err: error }, 'job queue'))
    this.#boss.on('warning', (warning) => options.log.warn({ warning }, 'job queue'))
  }

  /** Makes the queue's tables where they are missing; several processes may do it at once. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  async #open(): Promise<void> {
    await this.#boss.start()
    for (const name of NAMES) {
      const { policy, expireInSeconds, retryLimit } = JOBS[name]
      await this.#boss.createQueue(name, {
        policy,
        expireInSeconds,
        retryLimit,
        retryDelay: 1,
        retryBackoff: true,
        deleteAfterSeconds: 3600,
        notify: true,
      })
    }
  }

  /** Puts a job in, in the caller's transaction: no job without its row, no row without its job. Call `open` before that transaction. */
  async send<N extends JobName>(trx: DatabaseTransaction, name: N, data: JobData[N]): Promise<void> {
    await this.open()
    await this.#boss.send(name, data, { singletonKey: JOBS[name].keyOf(data), db: fromKysely(trx) })
  }

  /** Works jobs of a kind off until the queue is closed. What a handler throws is logged, and the job comes again. */
  async work<N extends JobName>(name: N, handler: JobHandler<N>): Promise<void> {
    await this.open()
    const { concurrency } = JOBS[name]
    const options = { localConcurrency: concurrency, batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 }
    await this.#boss.work<JobData[N]>(name, options, async (jobs) => {
      for (const { data } of jobs) {
        await handler(data).catch((error: unknown) => {
          this.#options.log.error({ err: error, job: name, data }, 'job failed')
          throw error
        })
      }
    })
  }

  /** Takes up no further job and waits for those at work. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    if (!this.#opening) return
    await this.#opening.catch(() => undefined)
    await this.#boss.stop({ graceful: true, timeout: 30_000, close: true })
  }
}
