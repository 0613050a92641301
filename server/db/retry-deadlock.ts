import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 6
/** SQLSTATE of a deadlock, and of a transaction that could not be put in order with others. */
const PASSING = new Set(['40P01', '40001'])

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Runs a transaction again that PostgreSQL ended in favour of another one. The work must be safe to repeat from its beginning. */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !PASSING.has(codeOf(error))) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}
