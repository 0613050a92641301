import { LazyImport } from '#web/features/inventory/lazy-import.tsx'
import { SelectionOperations } from '#web/features/operations/selection-operations.tsx'
import { SimsPage } from '#web/features/sims/sims.page.tsx'

/** SIMs, with the operations on what is selected and the importer of files. */
export function SimsScreen() {
  return <SimsPage SelectionOperations={SelectionOperations} InventoryImport={LazyImport} />
}
