import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, iccField, idField, planCodeField } from '../fields.ts'

/** SIMs of a company that are advised on at once. */
export const PLAN_ADVICE_MAX_SIMS = 100_000
/** SIMs of a company that are left alone by name. */
const LEFT_ALONE_MAX = 5_000

const advisedSide = z.object({
  sims: countField,
  /** minor units in all cycles, with the overage of its pool */
  amountMinor: z.number().int(),
})

export const getPlanAdvice = defineCall({
  method: 'POST',
  path: '/plans/advice',
  access: 'plans',
  changes: false,
  summary:
    'Get the cheapest plans for the SIMs of a company by what they used in its last cycles: rated by the rules of the invoice with the terms of its next cycle, pools included. Only plans on offer of a SIM’s own origin, type and currency',
  body: z.strictObject({
    /** your own by default */
    company: idField.optional(),
    /** whole cycles before the running one whose usage counts */
    cycles: z.number().int().min(1).max(12).default(3),
    /** on another plan than today's a SIM uses this much more, in percent: a move has to pay even then */
    marginPercent: z.number().int().min(0).max(100).default(10),
    /** SIMs that may move at most; any number by default */
    maxMoves: z.number().int().min(1).max(PLAN_ADVICE_MAX_SIMS).optional(),
    /** plans to which no SIM moves */
    exceptPlans: z.array(planCodeField).max(500).default([]),
    /** SIMs that stay */
    exceptSims: z.array(iccField).max(LEFT_ALONE_MAX).default([]),
  }),
  bodyLimit: 256 * 1024,
  data: z.object({
    company: z.number().int(),
    companyName: z.string(),
    sims: countField,
    /** more than PLAN_ADVICE_MAX_SIMS: nothing is rated */
    isTooMany: z.boolean(),
    /** the latest last */
    cycles: z.array(z.object({ start: z.iso.date(), end: z.iso.date() })),
    /** the first day of the cycle whose terms count */
    termsOf: z.iso.date(),
    /** in all cycles, minor units */
    totals: z.array(
      z.object({
        currency: z.string(),
        /** of the invoices of these cycles; null when one is missing */
        invoicedMinor: z.number().int().nullable(),
        /** with today's plans */
        todayMinor: z.number().int(),
        /** with the advice */
        advisedMinor: z.number().int(),
        /** with the advice, if the SIMs that move use more by the margin */
        atMostMinor: z.number().int(),
      }),
    ),
    /** those that have SIMs today or by the advice */
    plans: z.array(
      z.object({
        planCode: z.string(),
        planName: z.string(),
        currency: z.string(),
        pooled: z.boolean(),
        dataMb: countField,
        today: advisedSide,
        advised: advisedSide,
        /** today's SIMs by their average share of its data: none, up to 25, 50, 75 and 100 %, more */
        use: z.array(countField).length(6),
      }),
    ),
    /** by target plan, those that save most first */
    moves: z.array(
      z.object({
        planCode: z.string(),
        sims: z.array(
          z.object({
            icc: z.string(),
            /** today's plan */
            from: z.string(),
            /** in all cycles without the overage of pools, minor units */
            todayMinor: z.number().int(),
            advisedMinor: z.number().int(),
          }),
        ),
      }),
    ),
  }),
})
