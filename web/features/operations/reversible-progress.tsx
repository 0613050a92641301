import { useState } from 'react'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { MassDialog, type MassRequest } from './mass-dialog.tsx'
import { OperationProgress } from './operation-progress.tsx'
import { useSimsOfLines } from './operations.api.ts'

/** The progress of an operation, and the dialog that takes it back. */
export function ReversibleProgress({ data, isInPanel = false }: { data: OperationData; isInPanel?: boolean }) {
  const { operationId } = data
  const sims = useSimsOfLines(operationId)
  const [request, setRequest] = useState<MassRequest>()
  const onReverse = () =>
    sims.mutate(
      { state: 'succeeded' },
      { onSuccess: (icc) => setRequest({ kind: 'reactivate', source: { icc }, count: icc.length }) },
    )
  useAskedForm('reverse', (asked) => Number(asked) === operationId && onReverse())
  return (
    <>
      <OperationProgress data={data} isInPanel={isInPanel} reversing={{ isBusy: sims.isPending, onReverse }} />
      <MassDialog request={request} onClose={() => setRequest(undefined)} />
    </>
  )
}
