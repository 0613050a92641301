import { z } from 'zod'
import { OPERATION_STATES } from '#domain/operations.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, idField, idParam, planCodeField, timeField } from '../fields.ts'
import { OPERATION_MAX_LINES } from '../operations/mass-actions.calls.ts'

/** SIMs of a company that are left alone by name. */
const LEFT_ALONE_MAX = 5_000
/** SIMs of a page of moves at most. */
const ADVISED_SIMS_MAX = 100

const advisedSide = z.object({
  sims: countField,
  /** minor units in all cycles, with the overage of its pool */
  amountMinor: z.number().int(),
})

const options = z.strictObject({
  /** whole cycles before the running one whose usage counts */
  cycles: z.number().int().min(1).max(12).default(3),
  /** on another plan than today's a SIM uses this much more, in percent: a move has to pay even then */
  marginPercent: z.number().int().min(0).max(100).default(10),
  /** SIMs that may move at most; any number by default */
  maxMoves: z.number().int().min(1).max(OPERATION_MAX_LINES).optional(),
  /** plans to which no SIM moves */
  exceptPlans: z.array(planCodeField).max(500).default([]),
  /** SIMs that stay */
  exceptSims: z.array(iccField).max(LEFT_ALONE_MAX).default([]),
})
export type AdviceOptions = z.output<typeof options>

const result = z.object({
  sims: countField,
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
  /** SIMs that move to a plan, most first */
  moves: z.array(
    z.object({
      planCode: z.string(),
      sims: countField,
      /** their plans of today, that of the most first; not in an advice of an earlier version */
      from: z.array(z.object({ planCode: z.string(), sims: countField })).optional(),
      /** what its SIMs save in all cycles without the overage of pools, minor units; not in an advice of an earlier version */
      savedMinor: z.number().int().optional(),
      /** the last operation that makes this change, or made it; its number only for who sees it */
      operation: z
        .object({
          operationId: z.number().int().optional(),
          state: z.enum(OPERATION_STATES),
          /** SIMs whose change failed */
          failed: countField,
          /** SIMs whose change is pending or running */
          open: countField,
        })
        .optional(),
    }),
  ),
})
export type AdviceResult = z.output<typeof result>

const amounts = z.array(z.object({ currency: z.string(), amountMinor: z.number().int() }))

const outcome = z.object({
  /** the first whole one on the new plans */
  cycle: z.object({ start: z.iso.date(), end: z.iso.date() }),
  /** SIMs that did */
  moved: countField,
  /** what they would have cost on their former plans, less what they cost, pools included */
  saved: amounts,
})
export type AdviceOutcome = z.output<typeof outcome>

const asked = { adviceId: z.uuid(), askedAt: timeField, actor: z.string() }

const adviceOfCompany = z.object({
  company: z.number().int(),
  companyName: z.string(),
  /** the one that is computed now */
  running: z.object({ ...asked, percent: countField }).nullable(),
  /** when one was asked for that failed, if none was asked for since */
  failedAt: timeField.nullable(),
  /** the last one that was computed; it is kept for a month */
  last: z.object({ ...asked, options, result }).nullable(),
  /** those by which SIMs changed their plans, the latest first; they are kept for a year */
  followed: z.array(
    z.object({
      ...asked,
      /** SIMs that it moves */
      sims: countField,
      /** for a cycle, on average */
      promised: amounts,
      /** null until the first whole cycle on the new plans is invoiced */
      outcome: outcome.nullable(),
    }),
  ),
})

export const askPlanAdvice = defineCall({
  method: 'POST',
  path: '/plans/advice',
  access: 'plans',
  summary:
    'Have the cheapest plans computed for the SIMs of a company by what they used in its last cycles, in the background: rated by the rules of the invoice with the terms of its next cycle, pools included. Only plans on offer of a SIM’s own origin, type and currency. Each company has one at a time',
  body: options.extend({
    /** your own by default */
    company: idField.optional(),
  }),
  bodyLimit: 256 * 1024,
  data: adviceOfCompany,
})

export const getPlanAdvice = defineCall({
  method: 'GET',
  path: '/plans/advice',
  access: 'plans',
  summary: 'Get the last advice on a company’s plans, and how far the one is that is computed now',
  query: z.strictObject({
    /** your own by default */
    company: idParam.optional(),
  }),
  data: adviceOfCompany,
})

export const getAdvisedSims = defineCall({
  method: 'GET',
  path: '/plans/advice/sims',
  access: 'plans',
  summary: 'List the SIMs that an advice moves to a plan, those that save most first',
  query: z.strictObject({
    company: idParam.optional(),
    adviceId: z.uuid(),
    planCode: planCodeField,
    /** SIMs before the first */
    after: z.coerce.number().int().min(0).max(OPERATION_MAX_LINES).default(0),
    limit: z.coerce.number().int().min(1).max(ADVISED_SIMS_MAX).default(ADVISED_SIMS_MAX),
  }),
  data: z.array(
    z.object({
      icc: z.string(),
      /** the plan of today */
      from: z.string(),
      /** in all cycles without the overage of pools, minor units */
      todayMinor: z.number().int(),
      advisedMinor: z.number().int(),
    }),
  ),
})
