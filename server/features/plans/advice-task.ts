import type { AdviceKey } from './compute-advice.ts'

/** What the thread gets. */
export interface AdviceTask {
  readonly key: AdviceKey
  readonly connectionString: string
  readonly now: Date
}

/** The heap of a million SIMs; their numbers are outside of it. */
export const ADVICE_THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 }
