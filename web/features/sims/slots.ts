import type { ComponentType, ReactNode } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { Selection } from './grid/selection.ts'
import type { SelectionAction } from './grid/selection-actions.ts'

/** The selection of the list, for the menu of operations. */
export interface SelectedSims {
  readonly selection: Selection
  readonly filter: SimFilter
  readonly count: number
  /** actions with their own button on a wide screen */
  readonly others: readonly SelectionAction[]
}

/** Components of other features on the page of SIMs; web/screens/sims.page.tsx provides them. */
export interface SimsSlots {
  /** Renders the menu of operations in the bar of the selection, and keeps its dialog open when the bar is removed. */
  readonly SelectionOperations: ComponentType<{
    onStarted(): void
    children(menuOf: (selected: SelectedSims) => ReactNode): ReactNode
  }>
  /** the importer of inventory files */
  readonly InventoryImport: ComponentType<{ opened: boolean; onClose(): void }>
}
