import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CallInput } from '#contract/call.ts'
import { massDiagnosis } from '#contract/operations/mass-actions.calls.ts'
import { call } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'

type Source = Pick<CallInput<typeof massDiagnosis>['body'], 'icc' | 'filter' | 'except'>

/** Starts a diagnosis, which changes nothing and so needs no confirmation, and opens its page. */
export function useStartDiagnosis() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (body: Source) => call(massDiagnosis, { body }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ operationId }) => {
      void client.invalidateQueries({ queryKey: ['operations'] })
      void navigate({ to: '/operations/$operationId', params: { operationId: String(operationId) } })
    },
  })
}
