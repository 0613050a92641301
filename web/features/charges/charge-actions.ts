import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { creditCharge, payCharge } from '#contract/charges/charge-actions.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'

type Payment = CallArguments<typeof payCharge>['body']

/** Invalidates what a payment or a credit note changes: charges, and debts on the dashboard. */
function useInvalidateCharges(): () => void {
  const client = useQueryClient()
  const shows = ['charges', 'dashboard']
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => shows.includes(String(queryKey[0])) })
}

export function usePayCharge(documentId: number) {
  return useMutation({
    mutationFn: (body: Payment) => callWithMessage(payCharge, { params: { documentId }, body }),
    onSettled: useInvalidateCharges(),
  })
}

export function useCreditCharge(documentId: number) {
  return useMutation({
    mutationFn: (reason: string) => callWithMessage(creditCharge, { params: { documentId }, body: { reason } }),
    onSettled: useInvalidateCharges(),
  })
}
