import { z } from 'zod'

/**
 * What has been reported of a SIM so far, so that the next poll reports only changes, from any process and after any
 * interruption. Times are milliseconds since 1970.
 */
export const syncStateSchema = z.object({
  /** the state in Soracom's own term, '' before the first poll */
  vendorState: z.string().default(''),
  /** fingerprint of the sessions in the list: a change means that there is history to read */
  fingerprint: z.string().default(''),
  /** the history is reported up to here */
  reportedUntil: z.number().default(0),
  /** the open session, or the last one */
  addSessionEvent: z
    .object({
      key: z.string(),
      startedAt: z.number(),
      stoppedAt: z.number().nullable(),
      bytes: z.number(),
      /** time of its latest report */
      at: z.number(),
    })
    .nullable()
    .default(null),
  /** usage before any session */
  unattributedBytes: z.number().default(0),
  /** when usage was last read */
  usageReadAt: z.number().default(0),
  /** usage steps before this time are final */
  settledUntil: z.number().default(0),
  /** reported bytes of later steps, by their start in seconds: they may still grow */
  reportedSteps: z.record(z.string(), z.number()).default({}),
})
export type SyncState = z.infer<typeof syncStateSchema>

export const INITIAL_SYNC_STATE: SyncState = syncStateSchema.parse({})
