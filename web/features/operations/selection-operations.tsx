import { type ReactNode, useState } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { lazyOnDemand } from '#web/ui/later.tsx'
import type { MassWish } from './mass-dialog.tsx'
import { MassMenu, type OtherEntry } from './mass-menu.tsx'
import type { MassSource } from './operations.api.ts'

const MassDialog = lazyOnDemand(async () => (await import('./mass-dialog.tsx')).MassDialog)

interface Selected {
  readonly kind: 'some' | 'all'
  readonly icc?: ReadonlySet<string>
  readonly except?: ReadonlySet<string>
}

/** What is selected in the list, as an operation names it. */
function sourceOfSelection({ kind, icc, except }: Selected, filter: SimFilter): MassSource {
  if (kind === 'some') return { icc: [...(icc ?? [])] }
  return except && except.size > 0 ? { filter, except: [...except] } : { filter }
}

interface MenuProps {
  readonly selection: Selected
  readonly filter: SimFilter
  /** SIMs that are selected */
  readonly count: number
  readonly others: readonly OtherEntry[]
}

interface SelectionOperationsProps {
  onStarted(): void
  children(menuOf: (selected: MenuProps) => ReactNode): ReactNode
}

/** The menu of operations for what is selected, and its dialog. What was chosen when it opened stays, whatever the list shows then. */
export function SelectionOperations({ onStarted, children }: SelectionOperationsProps) {
  const [wish, setWish] = useState<MassWish>()
  const [asked, setAsked] = useState(0)
  const close = () => {
    setWish(undefined)
    // the bar that opened it has gone with the selection
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus()
    })
  }
  const menuOf = ({ selection, filter, count, others }: MenuProps) => {
    const open = (kind: OperationKind) => {
      setAsked(asked + 1)
      setWish({ kind, source: sourceOfSelection(selection, filter), count })
    }
    return <MassMenu count={count} others={others} onKind={open} />
  }
  return (
    <>
      {children(menuOf)}
      <MassDialog requests={asked} wish={wish} onClose={close} onStarted={onStarted} />
    </>
  )
}
