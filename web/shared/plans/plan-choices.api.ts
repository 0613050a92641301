import { queryOptions, useQuery } from '@tanstack/react-query'
import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session.ts'

export type PlanChoice = RowOf<typeof calls.getPlanChoices.list>

export const providersQuery = queryOptions({
  queryKey: ['plans', 'providers'],
  queryFn: async ({ signal }) => (await call(calls.getPlanProviders, {}, { signal })).rows,
})

export const planTypesQuery = (providerId: number | undefined) =>
  queryOptions({
    queryKey: ['plans', 'types', providerId],
    queryFn: async ({ signal }) =>
      providerId === undefined ? [] : (await call(calls.getPlanTypes, { params: { id: providerId } }, { signal })).rows,
    enabled: providerId !== undefined,
  })

export const planChoicesQuery = (provider: number | undefined, planTypeId: number | undefined) =>
  queryOptions({
    queryKey: ['plans', 'choices', provider, planTypeId],
    queryFn: async ({ signal }) =>
      planTypeId === undefined
        ? []
        : (await call(calls.getPlanChoices, { params: { id: planTypeId }, query: { provider } }, { signal })).rows,
    enabled: provider !== undefined && planTypeId !== undefined,
  })

export const offeredPlansQuery = queryOptions({
  queryKey: ['plans', 'offered'],
  queryFn: async ({ signal }) => (await call(calls.getOfferedPlans, {}, { signal })).rows,
})

/** The plans to which SIMs can change: those on offer, for administrators all. */
export const plansToChangeToQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['plans', 'offered', isAdmin],
    queryFn: async ({ signal }) =>
      (await call(calls.getOfferedPlans, { query: isAdmin ? { all: 'true' } : {} }, { signal })).rows,
  })

/** Names of plans by their codes; the code itself for a plan that is no longer on offer. @param isNeeded there is some code */
export function usePlanName(isNeeded: boolean): (code: string) => string {
  const { admin } = useSession()
  const { data = [] } = useQuery({ ...plansToChangeToQuery(admin === '1'), enabled: isNeeded })
  return (code) => data.find(({ planCode }) => planCode === code)?.planName ?? code
}
