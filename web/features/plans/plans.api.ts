import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
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
  queryOptions({
    queryKey: ['plans', 'pools', company, limit],
    queryFn: ({ signal }) => call(calls.getPools, { query: { company, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const planQuery = (planId: number) =>
  queryOptions({
    queryKey: ['plans', 'plan', planId],
    queryFn: ({ signal }) => call(calls.getPlan, { params: { id: planId } }, { signal }),
  })

export const planKindsQuery = queryOptions({
  queryKey: ['plans', 'kinds'],
  queryFn: ({ signal }) => call(calls.getPlanKinds, {}, { signal }),
})

/** How often the progress of an advice is read, ms. */
const ADVICE_POLL_MS = 1_000

const planAdviceKey = (company: number | undefined) => ['plans', 'advice', company] as const

/** The last advice of a company, and the one that is computed. */
export const planAdviceQuery = (company: number | undefined) =>
  queryOptions({
    queryKey: planAdviceKey(company),
    queryFn: ({ signal }) => call(getPlanAdvice, { query: { company } }, { signal }),
    refetchInterval: (query) => (query.state.data?.running ? ADVICE_POLL_MS : false),
    staleTime: 0,
  })

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
  const onSettled = useInvalidatePlans()
  return useMutation({
    mutationFn: (body: NewPlan) => callWithMessage(calls.createPlan, { body }),
    onSettled,
  })
}

export function useChangePlan(planId: number) {
  const onSettled = useInvalidatePlans()
  return useMutation({
    // one after the other: the last choice stays
    scope: { id: `plan ${planId}` },
    mutationFn: (body: PlanBody) => callWithMessage(calls.changePlan, { params: { id: planId }, body }),
    onSettled,
  })
}

export function useChangeTerms(planId: number) {
  const onSettled = useInvalidatePlans()
  return useMutation({
    mutationFn: (body: CallArguments<typeof calls.changeTerms>['body']) =>
      callWithMessage(calls.changeTerms, { params: { id: planId }, body }),
    onSettled,
  })
}

export function useWithdrawTerms(planId: number) {
  const onSettled = useInvalidatePlans()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (from: string) => callWithMessage(calls.withdrawTerms, { params: { id: planId, from } }),
    onSettled,
  })
}

/** Exports the filtered list as a file. */
export const fetchPlans = (query: PlanQuery, format: FileFormat) => call(calls.exportPlans, { query: { ...query, format } })
