import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import { rowsQuery } from '#web/lib/rows-query.ts'
import { useSession } from '#web/lib/session.ts'

export type PlanChoice = RowOf<typeof calls.getPlanChoices.list>

export const providersQuery = rowsQuery(calls.getPlanProviders, ['plans', 'providers'], {})

export const planTypesQuery = (providerId: number | undefined) =>
  rowsQuery(
    calls.getPlanTypes,
    ['plans', 'types', providerId],
    providerId === undefined ? undefined : { params: { id: providerId } },
  )

export const planChoicesQuery = (provider: number | undefined, planTypeId: number | undefined) =>
  rowsQuery(
    calls.getPlanChoices,
    ['plans', 'choices', provider, planTypeId],
    provider === undefined || planTypeId === undefined ? undefined : { params: { id: planTypeId }, query: { provider } },
  )

export const offeredPlansQuery = rowsQuery(calls.getOfferedPlans, ['plans', 'offered'], {})

/** The plans to which SIMs can change: those on offer, for administrators all. */
export const plansToChangeToQuery = (isAdmin: boolean) =>
  rowsQuery(calls.getOfferedPlans, ['plans', 'offered', isAdmin], { query: isAdmin ? { all: 'true' } : {} })

/** Names of plans by their codes; the code itself for a plan that is no longer on offer. @param isNeeded there is some code */
export function usePlanName(isNeeded: boolean): (code: string) => string {
  const { admin } = useSession()
  const { data = [] } = useQuery({ ...plansToChangeToQuery(admin === '1'), enabled: isNeeded })
  return (code) => data.find(({ planCode }) => planCode === code)?.planName ?? code
}
