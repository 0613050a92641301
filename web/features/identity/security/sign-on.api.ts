import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/identity/sign-on.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import type { Proof } from './security.api.ts'

export type { CompanySignOn } from '#contract/identity/sign-on.calls.ts'
export type SignOnBody = Omit<CallArguments<typeof calls.saveCompanySignOn>['body'], keyof Proof>

export const companySignOnQuery = (companyId: number) =>
  callQuery(calls.getCompanySignOn, ['company-sign-on', companyId], { params: { companyId } })

function useChange<In>(companyId: number, change: (input: In) => Promise<{ data: calls.CompanySignOn; message: string }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => client.setQueryData(companySignOnQuery(companyId).queryKey, data),
  })
}

export const useSaveSignOn = (companyId: number) =>
  useChange(companyId, (body: SignOnBody & Proof) => callWithMessage(calls.saveCompanySignOn, { params: { companyId }, body }))

export const useRemoveSignOn = (companyId: number) =>
  useChange(companyId, (body: Proof) => callWithMessage(calls.removeCompanySignOn, { params: { companyId }, body }))
