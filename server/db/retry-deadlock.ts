import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './errors.ts'

const TRIES = 6

/**
 * Runs a transaction again that PostgreSQL aborted in favour of another one. The work must be safe to repeat from its beginning.
 */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !isPassing(error)) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}
