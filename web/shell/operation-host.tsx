import { useQueryClient } from '@tanstack/react-query'
import { operationRequest, useOperationRequest } from '../shared/operations/operation-request.ts'
import { lazyWithWords } from '../ui/lazy-on-demand.tsx'

const OperationDialog = lazyWithWords(() => import('./operation-dialog.tsx').then((module) => module.OperationDialog))

/** The dialog of an operation that any part of the page asks for. */
export function OperationHost() {
  const client = useQueryClient()
  const started = () => void client.invalidateQueries({ queryKey: ['sims'] })
  return <OperationDialog {...useOperationRequest()} onClose={operationRequest.close} onStarted={started} />
}
