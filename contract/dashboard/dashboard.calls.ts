import { z } from 'zod'
import { NEED_KINDS } from '#domain/needs.ts'
import { type CallData, defineCall } from '../call.ts'
import { countField, idParam, streamSeconds, subsidiariesField, timeField, usageAsOfField } from '../fields.ts'

const money = z.object({ amountMinor: z.number().int(), currency: z.string() })

/** Something that requires attention; fields that a kind does not have are empty. */
const need = z.object({
  kind: z.enum(NEED_KINDS),
  /** operators, invoices, pools, SIMs, failed lines, requests, conversations or companies */
  count: z.number().int().positive(),
  /** SIMs concerned, where `count` is of something else */
  sims: countField,
  /** the only one of them, as its address has it: an operator's origin, a document, a plan, an operation, a request; '' for several */
  id: z.string(),
  /** what the only one is called; '' for several */
  name: z.string(),
  /** of the only pool: its company; 0 for several */
  companyId: countField,
  /** of invoices and requests: how many companies have them; 0 for others */
  companies: countField,
  /** of invoices and requests: the only company that has them, unless that is the reader's; '' for others */
  companyName: z.string(),
  /** of calls that fail, of a pool that is used */
  percent: countField,
  /** since when; of invoices the day on which the first is, or was, to be paid; of data that is cut the last cut */
  since: timeField.or(z.iso.date()).nullable(),
  amounts: z.array(money),
})
export type DashboardNeed = z.infer<typeof need>

export const dashboardData = z.object({
  /** what requires attention and the reader's permits allow to see, most urgent first */
  needs: z.array(need),
  totalSims: countField,
  totalActive: countField,
  totalConnected: countField,
  totalDisconnected: countField,
  totalNotUsed: countField,
  /** active SIMs that have given no sign of life for 24 hours; some seconds old */
  totalSilent: countField,
  /** sums of issued, unpaid charges; by currency when there are several */
  debt: z.object({ total: z.number().int(), currency: z.string(), others: z.array(money) }),
  estimated: z.object({
    estimated: z.number().int(),
    /** ours: between these it probably ends; both equal it when nothing is known of that */
    low: z.number().int(),
    high: z.number().int(),
    last: z.number().int(),
    currency: z.string(),
  }),
  /** one point a cycle, oldest first; categories are the first day of each cycle, the last one is the estimate */
  billing: z.object({
    series: z.array(z.object({ name: z.string(), data: z.array(z.number()) })),
    xaxis: z.object({ categories: z.array(z.iso.date()) }),
  }),
  /** SIMs by operator: same order in both, biggest first */
  operatorSims: z.object({ series: z.array(countField), labels: z.array(z.string()), providerIds: z.array(z.number().int()) }),
  topConsumptions: z.array(
    z.object({
      icc: z.string(),
      msisdn: z.string(),
      imei: z.string(),
      /** ours: what its owner calls it; '' when he does not */
      label: z.string(),
      planMb: z.number(),
      /** bytes in the billing cycle */
      consumption: z.number(),
    }),
  ),
  poolPlan: z.array(
    z.object({
      planName: z.string(),
      planCode: z.string(),
      companyId: z.number().int(),
      /** percent of the pool, rounded */
      total: z.number(),
      usedBytes: z.number(),
      poolMb: z.number(),
    }),
  ),
  operatorStatus: z.array(
    z.object({
      statusName: z.string(),
      originId: z.number().int(),
      /** 0 closed, 1 ok, 2 warning */
      statusStatus: z.number().int().min(0).max(2),
      statusIcon: z.enum(['closed', 'ok', 'warning']),
      failurePercent: z.number(),
      since: timeField,
      /** when a call to it was last judged; null: never */
      checkedAt: timeField.nullable(),
      /** ours: what an administrator says of it; '' for nothing */
      statusText: z.string(),
    }),
  ),
  planCount: countField,
  usageAsOf: usageAsOfField,
  asOf: timeField,
  cycle: z.object({ start: z.iso.date(), end: z.iso.date(), timeZone: z.string() }),
})
export type DashboardData = z.infer<typeof dashboardData>

export const getDashboard = defineCall({
  method: 'GET',
  path: '/dashboard',
  access: 'login',
  inSpec: true,
  summary: 'Get the dashboard',
  data: dashboardData,
})

const cycleField = z.object({ start: z.iso.date(), end: z.iso.date() })

export const getFleetUsage = defineCall({
  method: 'GET',
  path: '/dashboard/usage',
  access: 'login',
  summary: 'Get the fleet’s data by day since the cycle before, at least 60 days, and its connected SIMs over 24 hours',
  /** `company`: of this one alone, unless with its subsidiaries; by its cycle */
  query: z.strictObject({ company: idParam.optional(), subsidiaries: subsidiariesField }),
  data: z.object({
    /** without gaps, oldest first, today last; days of each company’s own calendar */
    days: z.array(z.object({ day: z.iso.date(), dataBytes: countField })),
    /** active SIMs with a data session at each quarter of an hour of which there is a count, oldest first */
    connected: z.array(z.object({ at: timeField, sims: countField })),
    /** of the reader’s company; the end is the first day of the next one */
    cycle: cycleField,
    previousCycle: cycleField,
    asOf: timeField,
  }),
})
export type FleetUsage = CallData<typeof getFleetUsage>

export const streamDashboard = defineCall({
  method: 'GET',
  path: '/dashboard/events',
  access: 'login',
  summary:
    'Stream the dashboard as server-sent events: the current figures first, then each change, at most one a second. Requires the header x-api-key, so use fetch, not EventSource',
  query: z.strictObject({ seconds: streamSeconds }),
  events: dashboardData,
})
