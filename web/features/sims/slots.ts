import type { ComponentType, ReactNode } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { Selection } from './grid/selection.ts'
import type { SelectionAction } from './grid/selection-actions.ts'

/** What is selected in the list, for the menu of operations. */
export interface SelectedSims {
  readonly selection: Selection
  readonly filter: SimFilter
  readonly count: number
  /** what has a button of its own on a wide screen */
  readonly others: readonly SelectionAction[]
}

/** Parts of other features that stand on the page of SIMs; web/screens/sims.page.tsx fills them. */
export interface SimsSlots {
  /** Gives the menu of operations to the bar of the selection, and keeps its dialog open when the bar has gone. */
  readonly SelectionOperations: ComponentType<{
    onStarted(): void
    children(menuOf: (selected: SelectedSims) => ReactNode): ReactNode
  }>
  /** the importer of inventory files */
  readonly InventoryImport: ComponentType<{ opened: boolean; onClose(): void }>
}
