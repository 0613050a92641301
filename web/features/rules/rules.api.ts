import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { confirmRuleDraft } from '#contract/drafts/drafts.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/rules/rules.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidateDrafts } from '#web/shared/drafts/drafts.api.ts'

export type RuleRow = RowOf<typeof calls.ruleList>
export type FiringRow = RowOf<typeof calls.firingList>
export type RuleBody = CallArguments<typeof calls.createRule>['body']
export type RuleTrial = CallData<typeof calls.tryRule>

/** Polling interval, ms: a rule acts within seconds. */
const POLL_INTERVAL_MS = 10_000

export const actingRulesQuery = (filter: FilterOf<typeof calls.getRules>) =>
  pagedQuery(calls.getRules, ['rules', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

export const firingsQuery = (filter: FilterOf<typeof calls.getFirings>) =>
  pagedQuery(calls.getFirings, ['rules', 'firings', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** The currency of a company, and the plans of which it has pools. */
export const ruleCompanyQuery = (companyId: number | undefined) =>
  callQuery(
    calls.getRuleCompany,
    ['rules', 'company', companyId],
    { params: { companyId: companyId ?? 0 } },
    { enabled: companyId !== undefined },
  )

/** What a rule would have done. */
export const ruleTrialQuery = ({ name: _, ...body }: RuleBody, ruleId: number | undefined) =>
  queryOptions({
    queryKey: ['rules', 'trial', body, ruleId],
    queryFn: ({ signal }) =>
      call(calls.tryRule, { body: { ...body, ...(ruleId === undefined ? {} : { ruleId }) } }, { signal }),
    staleTime: POLL_INTERVAL_MS,
  })

function useInvalidateRules(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['rules', 'list'] })
}

/** What a form saves: a rule that exists, one of a draft, or with neither a new one. */
export interface RuleTarget {
  readonly ruleId?: number | undefined
  readonly draftId?: number | undefined
}

export function useSaveRule({ ruleId, draftId }: RuleTarget) {
  const [invalidateRules, invalidateDrafts] = [useInvalidateRules(), useInvalidateDrafts()]
  return useMutation({
    mutationFn: (body: RuleBody) => {
      if (draftId !== undefined) return callWithMessage(confirmRuleDraft, { params: { draftId }, body })
      return ruleId === undefined
        ? callWithMessage(calls.createRule, { body })
        : callWithMessage(calls.changeRule, { body: { ...body, ruleId } })
    },
    onSuccess: draftId === undefined ? undefined : invalidateDrafts,
    onSettled: invalidateRules,
  })
}

export function usePauseRule() {
  return useMutation({
    mutationFn: ({ ruleId, active }: { readonly ruleId: number; readonly active: boolean }) =>
      callWithMessage(calls.pauseRule, { params: { id: ruleId }, body: { active } }),
    onSettled: useInvalidateRules(),
  })
}

export function useDeleteRule() {
  return useMutation({
    mutationFn: (ruleId: number) => callWithMessage(calls.deleteRule, { params: { id: ruleId } }),
    onSettled: useInvalidateRules(),
  })
}

/** @returns the answer to a rule's firings, or to all that wait for it */
export function useAnswerRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ruleId, ...body }: { readonly ruleId: number } & CallArguments<typeof calls.answerRule>['body']) =>
      callWithMessage(calls.answerRule, { params: { id: ruleId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['rules', 'firings'] }),
  })
}

export function useStopRules() {
  return useMutation({
    mutationFn: (body: CallArguments<typeof calls.stopRules>['body']) => callWithMessage(calls.stopRules, { body }),
    onSettled: useInvalidateRules(),
  })
}
