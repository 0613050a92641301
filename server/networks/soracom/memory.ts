import { z } from 'zod'

/**
 * What a walk has told of a SIM so far, so that the next one tells only what is new, whatever process does it and whatever ended in
 * between. Moments are milliseconds since 1970.
 */
export const memorySchema = z.object({
  /** the state in their own word, '' before the first walk */
  word: z.string().default(''),
  /** the session as it was shown: another text says that there is something to read in the history */
  sight: z.string().default(''),
  /** the history is told up to here */
  toldTo: z.number().default(0),
  /** the session that is open, or the last one */
  session: z
    .object({
      key: z.string(),
      startedAt: z.number(),
      stoppedAt: z.number().nullable(),
      bytes: z.number(),
      /** of the last thing that was told of it */
      at: z.number(),
    })
    .nullable()
    .default(null),
  /** usage that came before any session */
  spare: z.number().default(0),
  /** when usage was asked for */
  askedAt: z.number().default(0),
  /** steps of usage before this one are told for good */
  settledTo: z.number().default(0),
  /** what was told of those after it, by their beginning in seconds: they may still grow */
  told: z.record(z.string(), z.number()).default({}),
})
export type Memory = z.infer<typeof memorySchema>

export const BLANK: Memory = memorySchema.parse({})
