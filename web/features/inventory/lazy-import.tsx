import { lazy, Suspense, useRef } from 'react'
import { loadChunk } from '#web/lib/chunk.ts'
import type { ListingNetwork } from './network-import.tsx'

const ImportDialog = lazy(() =>
  loadChunk(() => import('./import-dialog.tsx')).then((module) => ({ default: module.ImportDialog })),
)
const NetworkImportDialog = lazy(() =>
  loadChunk(() => import('./network-import.tsx')).then((module) => ({ default: module.NetworkImportDialog })),
)

/** The importer of inventory files. Its code loads when it first opens; it stays mounted to return the focus. */
export function LazyImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const wasOpened = useRef(opened)
  wasOpened.current ||= opened
  if (!wasOpened.current) return null
  return (
    <Suspense>
      <ImportDialog opened={opened} onClose={onClose} />
    </Suspense>
  )
}

/** The importer from a network's list. */
export function LazyNetworkImport({ network, onClose }: { network: ListingNetwork; onClose: () => void }) {
  return (
    <Suspense>
      <NetworkImportDialog network={network} onClose={onClose} />
    </Suspense>
  )
}
