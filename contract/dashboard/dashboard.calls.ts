import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, streamSeconds, timeField, usageAsOfField } from '../fields.ts'

const money = z.object({ amountMinor: z.number().int(), currency: z.string() })

export const dashboardData = z.object({
  totalSims: countField,
  totalActive: countField,
  totalConnected: countField,
  totalDisconnected: countField,
  totalNotUsed: countField,
  /** active SIMs that have given no sign of life for 24 hours; some seconds old */
  totalSilent: countField,
  /** sums of issued, unpaid charges; by currency when there are several */
  debt: z.object({ total: z.number().int(), currency: z.string(), others: z.array(money) }),
  estimated: z.object({ estimated: z.number().int(), last: z.number().int(), currency: z.string() }),
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
      /** percent of the pool, rounded */
      total: z.number(),
      usedBytes: z.number(),
      poolMb: z.number(),
    }),
  ),
  operatorStatus: z.array(
    z.object({
      statusName: z.string(),
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

export const streamDashboard = defineCall({
  method: 'GET',
  path: '/dashboard/events',
  access: 'login',
  summary:
    'Stream the dashboard as server-sent events: the current figures first, then each change, at most one a second. Requires the header x-api-key, so use fetch, not EventSource',
  query: z.strictObject({ seconds: streamSeconds }),
  events: dashboardData,
})
