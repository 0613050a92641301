import { type ReactNode, useState } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { useStartDiagnosis } from '#web/shared/operations/start-diagnosis.ts'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import type { MassRequest } from './mass-dialog.tsx'
import { MassMenu, type OtherEntry } from './mass-menu.tsx'
import type { MassSource } from './operations.api.ts'

const MassDialog = lazyOnDemand(async () => (await import('./mass-dialog.tsx')).MassDialog)

interface Selected {
  readonly kind: 'some' | 'all'
  readonly icc?: ReadonlySet<string>
  readonly except?: ReadonlySet<string>
}

/** The selection of the list as the source of an operation. */
function sourceOfSelection(
  { kind, icc, except }: Selected,
  filter: SimFilter,
): Exclude<MassSource, { readonly fileId: number } | { readonly advice: object }> {
  if (kind === 'some') return { icc: [...(icc ?? [])] }
  return except && except.size > 0 ? { filter, except: [...except] } : { filter }
}

interface MenuProps {
  readonly selection: Selected
  readonly filter: SimFilter
  /** selected SIMs */
  readonly count: number
  readonly others: readonly OtherEntry[]
}

interface SelectionOperationsProps {
  onStarted(): void
  children(menuOf: (selected: MenuProps) => ReactNode): ReactNode
}

/** The menu of operations on the selection, and its dialog. The dialog keeps the selection that it opened with. */
export function SelectionOperations({ onStarted, children }: SelectionOperationsProps) {
  const [request, setRequest] = useState<MassRequest>()
  const [requests, setRequests] = useState(0)
  const diagnosis = useStartDiagnosis()
  const close = () => {
    setRequest(undefined)
    // the bar that opened it was removed with the selection
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus()
    })
  }
  const menuOf = ({ selection, filter, count, others }: MenuProps) => {
    const open = (kind: OperationKind) => {
      const source = sourceOfSelection(selection, filter)
      if (kind === 'diagnose') return diagnosis.mutate(source)
      setRequests(requests + 1)
      setRequest({ kind, source, count })
    }
    return <MassMenu count={count} others={others} onKind={open} />
  }
  return (
    <>
      {children(menuOf)}
      <MassDialog requests={requests} request={request} onClose={close} onStarted={onStarted} />
    </>
  )
}
