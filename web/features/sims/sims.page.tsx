import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { SimActionsHost } from '#web/features/sims/actions/actions-host.tsx'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { classes } from '#web/lib/classes.ts'
import { type ListPosition, useNeighbours } from './detail/use-neighbours.ts'
import { SimPanel } from './sim-panel.tsx'
import styles from './sims.module.css'
import { SimsList } from './sims-list.tsx'
import type { SimsSlots } from './slots.ts'
import { useListState } from './use-list-state.ts'
import { useSimList } from './use-sim-list.ts'

type InListProps = ListPosition & Omit<ComponentProps<typeof SimPanel>, 'neighbours'>

/** J and K go through the list. */
function PanelInList({ icc, state, change, ...position }: InListProps) {
  const neighbours = useNeighbours(icc, { ...position, change })
  return <SimPanel {...{ icc, state, change, neighbours }} />
}

/** The SIM list with the open SIM beside it. */
export function SimsPage({ SelectionOperations, InventoryImport }: SimsSlots) {
  const [state, change] = useListState()
  const list = useSimList(state)
  const [cursor, setCursor] = useState<number>()
  const [isImporting, setImporting] = useState(false)
  const onImport = list.isAdmin ? () => setImporting(true) : undefined
  // the header's search offers it to administrators alone; the list does not say yet who reads it
  useAskedForm('import', () => setImporting(true))
  const { icc } = state.filter
  // An address with one SIM opens it once: after closing it, the filter stays.
  const openedIcc = useRef<string>(undefined)
  useEffect(() => {
    if (icc && icc !== openedIcc.current && !state.open) change({ open: icc }, { replace: true })
    openedIcc.current = icc
  }, [icc, state.open, change])
  return (
    <div className={classes(styles.split, !state.open && styles.alone)}>
      <SimsList {...{ list, state, change, cursor, setCursor, onImport, SelectionOperations }} />
      {state.open ? <PanelInList key="panel" {...{ list, state, change, cursor, setCursor }} icc={state.open} /> : null}
      <SimActionsHost onBeside={(opened) => change({ open: opened })} />
      <InventoryImport opened={isImporting} onClose={() => setImporting(false)} />
    </div>
  )
}
