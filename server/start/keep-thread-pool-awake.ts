import { stat } from 'node:fs'

/** How long a job waits at most of which no thread was notified, ms. A job costs some 30 µs of processor time. */
const INTERVAL_MS = 1000

/**
 * Gives the thread pool of Node a job each second. The condition variables of glibc before 2.41 lose a notification now and then on a
 * busy machine (https://sourceware.org/bugzilla/show_bug.cgi?id=25847): all threads sleep while a job is due, and whatever reads a
 * file, compresses or hashes waits for ever. With the next job they go on. Decision 146.
 */
export function keepThreadPoolAwake(): void {
  setInterval(() => stat('.', () => undefined), INTERVAL_MS).unref()
}
