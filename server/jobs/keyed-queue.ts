import type { Logger } from 'pino'

interface KeyedQueueOptions<Job> {
  /** jobs of the same key wait once, however often they are added; several may run at the same time */
  readonly keyOf: (job: Job) => string
  readonly concurrency: number
  readonly log: Pick<Logger, 'error'>
  /** what the log says of a job that failed */
  readonly failure: string
}

/** Jobs of one process, in order. They carry no state: what is lost with the process is found again in the rows. */
export class KeyedQueue<Job extends object> {
  readonly #work: (job: Job) => Promise<void>
  readonly #options: KeyedQueueOptions<Job>
  readonly #waiting = new Map<string, Job>()
  readonly #running = new Set<Promise<void>>()
  #isClosed = false

  constructor(work: (job: Job) => Promise<void>, options: KeyedQueueOptions<Job>) {
    this.#work = work
    this.#options = options
  }

  readonly add = (job: Job): void => {
    const key = this.#options.keyOf(job)
    if (!this.#waiting.has(key)) this.#waiting.set(key, job)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#isClosed || this.#running.size >= this.#options.concurrency) return
    const [next] = this.#waiting
    if (!next) return
    const [key, job] = next
    this.#waiting.delete(key)
    const running = this.#run(job).finally(() => {
      this.#running.delete(running)
      this.#startNext()
    })
    this.#running.add(running)
  }

  async #run(job: Job): Promise<void> {
    try {
      await this.#work(job)
    } catch (error) {
      this.#options.log.error({ err: error, job }, this.#options.failure)
    }
  }

  /** Starts no further job and waits for those at work. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#running)
  }
}
