import { useState } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { later } from '#web/ui/later.tsx'
import type { MassWish } from './mass-dialog.tsx'
import type { MassSource } from './operations.api.ts'

const MassDialog = later(async () => (await import('./mass-dialog.tsx')).MassDialog)

interface Selected {
  readonly kind: 'some' | 'all'
  readonly icc?: ReadonlySet<string>
  readonly except?: ReadonlySet<string>
}

/** What is selected in the list, as an operation names it. */
export function sourceOfSelection({ kind, icc, except }: Selected, filter: SimFilter): MassSource {
  if (kind === 'some') return { icc: [...(icc ?? [])] }
  return except && except.size > 0 ? { filter, except: [...except] } : { filter }
}

/** The dialog for what is selected, and how it is opened. What was chosen when it opened stays, whatever the list shows then. */
export function useSelectionOperations(onStarted: () => void) {
  const [wish, setWish] = useState<MassWish>()
  const [asked, setAsked] = useState(0)
  const open = (kind: OperationKind, source: MassSource, count: number) => {
    setAsked(asked + 1)
    setWish({ kind, source, count })
  }
  const close = () => {
    setWish(undefined)
    // the bar that opened it has gone with the selection
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus()
    })
  }
  const dialog = <MassDialog asked={asked} wish={wish} onClose={close} onStarted={onStarted} />
  return { open, dialog }
}
