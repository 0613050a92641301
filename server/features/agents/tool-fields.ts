import { z } from 'zod'
import { cursorField, iccField } from '#contract/fields.ts'

export const onSim = z.strictObject({ icc: iccField.describe('ICC of the SIM: 18 to 20 digits') })

const limit = z.number().int().min(1).max(100).default(20).describe('Rows in a page')

/** Which page of a list, and how long. */
export const page = { limit, cursor: cursorField }

/** A number of the portal, such as that of an invoice. */
export const rowNumberField = z.number().int().positive().max(2_147_483_647)
