import { z } from 'zod'
import { countField } from './fields.ts'

/** Rows of a list that are counted; of more the counts are left out, so that counting is quick in any list. */
export const COUNTED_ROWS_MAX = 10_000

/** How many rows of a list have each value of its most important filter, whatever that filter is set to. */
export const valueCounts = z.object({
  /** values without rows are left out; null where more than COUNTED_ROWS_MAX rows match */
  counts: z.array(z.object({ value: z.string(), count: countField })).nullable(),
})
export type ValueCounts = z.infer<typeof valueCounts>
