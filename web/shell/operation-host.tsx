import { useQueryClient } from '@tanstack/react-query'
import { loadScreenWords } from '../i18n/i18n.ts'
import { operationRequest, useOperationRequest } from '../shared/operations/operation-request.ts'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'

const OperationDialog = lazyOnDemand(async () => {
  const [{ OperationDialog }] = await Promise.all([import('./operation-dialog.tsx'), loadScreenWords()])
  return OperationDialog
})

/** The dialog of an operation that any part of the page asks for. */
export function OperationHost() {
  const client = useQueryClient()
  const started = () => void client.invalidateQueries({ queryKey: ['sims'] })
  return <OperationDialog {...useOperationRequest()} onClose={operationRequest.close} onStarted={started} />
}
