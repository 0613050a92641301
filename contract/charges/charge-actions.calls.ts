import { z } from 'zod'
import { defineCall } from '../call.ts'
import { bigIdParam, timeField } from '../fields.ts'

const onDocument = z.strictObject({ documentId: bigIdParam })

export const payCharge = defineCall({
  method: 'POST',
  path: '/charges/{documentId}/pay',
  access: 'admin',
  summary: 'Mark an issued invoice as paid; can’t be undone',
  params: onDocument,
  body: z.strictObject({
    /** the day on which it was paid, in the company's time zone; without it today */
    paidOn: z.iso.date().optional(),
    /** of a transfer or a receipt */
    reference: z.string().trim().max(120).default(''),
  }),
  data: z.object({
    documentId: z.number().int(),
    state: z.literal('paid'),
    paidAt: timeField,
  }),
})

export const creditCharge = defineCall({
  method: 'POST',
  path: '/charges/{documentId}/credit',
  access: 'admin',
  summary: 'Void an invoice by a credit note for its full amount; can’t be undone',
  params: onDocument,
  body: z.strictObject({
    /** why; it stands on the credit note */
    reason: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(500),
  }),
  data: z.object({
    /** the credit note */
    documentId: z.number().int(),
    documentNumber: z.string(),
    /** minor units, the invoice's below zero */
    total: z.number().int(),
    currency: z.string(),
  }),
})
