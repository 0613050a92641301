import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField } from '../fields.ts'
import { operationParams } from './operations.calls.ts'

export const getOperationCost = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/cost',
  access: 'sims',
  summary: 'Get the cost per cycle of an activation, or what a hibernation saves per cycle, by plan; also of a draft',
  params: operationParams,
  data: z.object({
    /** the plan with most lines first */
    plans: z.array(
      z.object({
        planCode: z.string(),
        planName: z.string(),
        /** the group that gives it to SIMs that are activated; '' where they have it already */
        group: z.string(),
        lines: countField,
        /** of one active line */
        amountMinor: z.number().int(),
        /** of one line that is hibernated throughout a cycle; only for hibernations */
        hibernatedMinor: z.number().int().nullable(),
        currency: z.string(),
        /** its SIMs share their data, and have less together without these */
        pooled: z.boolean(),
      }),
    ),
    /** of all lines, by currency: what an activation costs, and what a hibernation saves */
    totals: z.array(z.object({ amountMinor: z.number().int(), currency: z.string() })),
    /** the first day of which a hibernation saves: of the next cycle; null for other kinds, and for several days */
    savesFrom: z.iso.date().nullable(),
  }),
})

/** SIMs that are rated for the cost of a change of plan: two cycles, without and with it. */
export const PLAN_COST_MAX_SIMS = 100_000
/** SIMs that it names one by one. */
export const PLAN_COST_SHOWN = 100

const beforeAfter = z.object({ before: z.number().int(), after: z.number().int() })
const changeCost = z.object({
  currency: z.string(),
  /** minor units in the cycle that runs, without and with the change */
  current: beforeAfter,
  /** in the next one */
  next: beforeAfter,
})
const poolSide = z.object({ includedBytes: countField, expectedBytes: countField })

export const getPlanChangeCost = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/planCost',
  access: 'sims',
  summary:
    'Get what the SIMs of a change of plan will cost in this cycle and the next, without and with it, by the rules of the invoice if usage goes on as so far; of a draft or a scheduled operation',
  params: operationParams,
  data: z.object({
    /** accepted lines */
    lines: countField,
    /** there are more than PLAN_COST_MAX_SIMS: nothing is rated */
    isTooMany: z.boolean(),
    /** lines whose SIM has a change scheduled that this one replaces */
    replaced: countField,
    /** with the overage of their pools, by currency */
    totals: z.array(changeCost),
    /** the pools that it touches, in the next cycle; null: without SIMs */
    pools: z.array(
      z.object({
        planCode: z.string(),
        planName: z.string(),
        companyId: z.number().int(),
        companyName: z.string(),
        before: poolSide.nullable(),
        after: poolSide.nullable(),
      }),
    ),
    /** the first of them; without the overage of pools */
    sims: z.array(z.object({ icc: z.string(), planCode: z.string(), planName: z.string(), costs: z.array(changeCost) })),
  }),
})
