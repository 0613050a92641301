import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/lib/chunk.ts'
import type { NetworkData } from './networks.api.ts'

const NetworkImport = lazy(() =>
  loadChunk(() => import('#web/features/inventory/network-import.tsx')).then((module) => ({ default: module.NetworkImport })),
)

/** The importer over a network's own list; its code comes when it is asked for. */
export function ImportSims({ network, onClose }: { network: NetworkData; onClose: () => void }) {
  return (
    <Suspense>
      <NetworkImport network={network} onClose={onClose} />
    </Suspense>
  )
}
