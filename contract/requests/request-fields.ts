import { z } from 'zod'
import { countField, idParam } from '../fields.ts'

export const requestParams = z.strictObject({ id: idParam })
const minor = z.number().int()

export const requestTotal = z.object({
  /** ISO 4217 */
  currency: z.string(),
  /** hardware, in minor units */
  onceMinor: minor,
  /** plans of the SIMs, each month, in minor units */
  monthlyMinor: minor,
})

/** A line of a cart or a request. */
export const requestLine = z.object({
  lineNo: z.number().int(),
  kind: z.enum(['sims', 'hardware']),
  /** '' for hardware */
  planCode: z.string(),
  /** null for SIMs */
  hardwareId: z.number().int().nullable(),
  name: z.string(),
  /** origin and type of a plan, brand of hardware; once its name says the brand, its category */
  about: z.string(),
  picture: z.string(),
  /** that of hardware, as it is now; '' for SIMs */
  category: z.string(),
  /** the first line of a product's description, as it is now; '' for SIMs */
  summary: z.string(),
  quantity: countField,
  currency: z.string(),
  unitMinor: minor,
  totalMinor: minor,
  /** false: it is not offered any more, and the cart can't be submitted with it */
  isOffered: z.boolean(),
  /** SIMs that were assigned */
  assigned: countField,
})
export type RequestLine = z.infer<typeof requestLine>
