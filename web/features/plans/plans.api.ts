import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type { AgreedTerms, TermsBody } from '#contract/plans/plans.calls.ts'
export type PlanRow = RowOf<typeof calls.planList>
export type PlanDetail = CallData<typeof calls.getPlan>
export type Pool = CallData<typeof calls.getPools>['pools'][number]
export type PlanAdvice = CallData<typeof getPlanAdvice>
export type LastAdvice = NonNullable<PlanAdvice['last']>
export type AdvisedPlan = LastAdvice['result']['plans'][number]
export type AdvisedSim = CallData<typeof getAdvisedSims>[number]
export type AdviceOptions = Omit<CallArguments<typeof askPlanAdvice>['body'], 'company'>
export type PlanQuery = NonNullable<CallArguments<typeof calls.getPlans>['query']>
export type PlanBody = CallArguments<typeof calls.changePlan>['body']
export type NewPlan = CallArguments<typeof calls.createPlan>['body']

export const plansQuery = (query: PlanQuery) =>
  queryOptions({
    queryKey: ['plans', 'list', query],
    queryFn: async ({ signal }) => (await call(calls.getPlans, { query }, { signal })).rows,
    // while a new sort order loads, the rows stay
    placeholderData: keepPreviousData,
  })

export const poolsQuery = (company: number | undefined, limit: number) =>
  callQuery(
    calls.getPools,
    ['plans', 'pools', company, limit],
    { query: { company, limit } },
    { placeholderData: keepPreviousData },
  )

export const planQuery = (planId: number) => callQuery(calls.getPlan, ['plans', 'plan', planId], { params: { id: planId } })

export const planKindsQuery = callQuery(calls.getPlanKinds, ['plans', 'kinds'], {})

/** How often the progress of an advice is read, ms. */
const ADVICE_POLL_MS = 1_000
/** How often the operations that follow one are, ms; they take longer. */
const ORDERED_POLL_MS = 10_000

function pollAfter({ running, last }: PlanAdvice): number | false {
  if (running) return ADVICE_POLL_MS
  const isOpen = last?.result.moves.some(({ operation }) => operation && operation.open > 0)
  return isOpen ? ORDERED_POLL_MS : false
}

const planAdviceKey = (company: number | undefined) => ['plans', 'advice', company] as const

/** The last advice of a company, and the one that is computed. */
export const planAdviceQuery = (company: number | undefined) =>
  callQuery(
    getPlanAdvice,
    planAdviceKey(company),
    { query: { company } },
    { refetchInterval: ({ state: { data } }) => (data ? pollAfter(data) : false), staleTime: 0 },
  )

export function useAskAdvice(company: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (body: AdviceOptions) => call(askPlanAdvice, { body: { ...body, company } }),
    onSuccess: (data) => client.setQueryData(planAdviceKey(company), data),
    onError: () => client.invalidateQueries({ queryKey: planAdviceKey(company) }),
  })
}

/** SIMs of a move that are shown at first, and with each press of 'more'. */
export const [FIRST_SIMS, MORE_SIMS] = [10, 100]

export const advisedSimsQuery = (of: { readonly company: number; readonly adviceId: string; readonly planCode: string }) =>
  infiniteQueryOptions({
    queryKey: ['plans', 'advisedSims', of],
    queryFn: ({ signal, pageParam: after }) =>
      call(getAdvisedSims, { query: { ...of, after, limit: after === 0 ? FIRST_SIMS : MORE_SIMS } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => pages.reduce((sum, { length }) => sum + length, 0),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Invalidates all that shows plans. */
function useInvalidatePlans(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['plans'] })
}

export function useCreatePlan() {
  return useMutation({
    mutationFn: (body: NewPlan) => callWithMessage(calls.createPlan, { body }),
    onSettled: useInvalidatePlans(),
  })
}

export function useChangePlan(planId: number) {
  return useMutation({
    // one after the other: the last choice stays
    scope: { id: `plan ${planId}` },
    mutationFn: (body: PlanBody) => callWithMessage(calls.changePlan, { params: { id: planId }, body }),
    onSettled: useInvalidatePlans(),
  })
}

export function useChangeTerms(planId: number) {
  return useMutation({
    mutationFn: (body: CallArguments<typeof calls.changeTerms>['body']) =>
      callWithMessage(calls.changeTerms, { params: { id: planId }, body }),
    onSettled: useInvalidatePlans(),
  })
}

export function useWithdrawTerms(planId: number) {
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (from: string) => callWithMessage(calls.withdrawTerms, { params: { id: planId, from } }),
    onSettled: useInvalidatePlans(),
  })
}

/** Exports the filtered list as a file. */
export const fetchPlans = (query: PlanQuery, format: FileFormat) => call(calls.exportPlans, { query: { ...query, format } })
