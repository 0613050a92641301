import { LazyNetworkImport } from '#web/features/inventory/lazy-import.tsx'
import { NetworksPage } from '#web/features/network-admin/networks.page.tsx'

/** Networks, with the importer over their lists of SIMs. */
export function NetworksScreen() {
  return <NetworksPage NetworkImport={LazyNetworkImport} />
}
