import { IconNetwork } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import cardStyles from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { NetworkForm } from './network-form.tsx'
import { type NetworkDialog, NetworkHeads, NetworkRow } from './network-row.tsx'
import { byTrouble } from './network-status.ts'
import type { NetworkData, NetworkList } from './networks.api.ts'
import { RemoveNetwork } from './remove-network.tsx'
import { SmppDialog } from './smpp-dialog.tsx'
import styles from './status-list.module.css'

/** The importer from a network's list of SIMs. */
export type NetworkImportComponent = ComponentType<{ network: NetworkData; onClose(): void }>

interface NetworksTabProps {
  readonly NetworkImportComponent: NetworkImportComponent
  /** undefined while they load */
  readonly list: NetworkList | undefined
  readonly error: Error | null
  onRetry(): void
}

/** The open dialog and its network. */
interface Open {
  readonly what: NetworkDialog
  readonly network: NetworkData
}

/** Every network with its health, those in trouble first. */
export function NetworksTab({ list, error, onRetry, NetworkImportComponent }: NetworksTabProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  if (error && !list) {
    return (
      <div className={cardStyles.card}>
        <ErrorState isWhole title={t('networks.failed')} error={error} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <>
      {list?.networks.length === 0 ? (
        <div className={cardStyles.card}>
          <EmptyState isWhole Icon={IconNetwork} title={t('networks.none')}>
            {t('networks.noneHint')}
          </EmptyState>
        </div>
      ) : (
        <Rows networks={list?.networks} onOpen={setOpen} />
      )}
      {open && list ? (
        <OpenDialog open={open} list={list} onOpen={setOpen} NetworkImportComponent={NetworkImportComponent} />
      ) : null}
    </>
  )
}

interface RowsProps {
  readonly networks: readonly NetworkData[] | undefined
  onOpen(open: Open): void
}

function Rows({ networks, onOpen }: RowsProps) {
  return (
    <div className={cardStyles.card} aria-busy={!networks}>
      <NetworkHeads />
      {networks
        ? networks
            .toSorted(byTrouble)
            .map((network) => (
              <NetworkRow key={network.networkId} network={network} onOpen={(what) => onOpen({ what, network })} />
            ))
        : [1, 2, 3, 4].map((place) => <RowSkeleton key={place} />)}
    </div>
  )
}

interface OpenedProps {
  readonly NetworkImportComponent: NetworkImportComponent
  readonly open: Open
  readonly list: NetworkList
  onOpen(open: Open | undefined): void
}

function OpenDialog({ open: { what, network }, list, onOpen, NetworkImportComponent }: OpenedProps) {
  const onClose = () => onOpen(undefined)
  const about = { network, onClose }
  if (what === 'messages') return <SmppDialog {...about} key={network.networkId} />
  if (what === 'sims') return <NetworkImportComponent {...about} key={network.networkId} />
  if (what === 'try') return <CheckDialog {...about} key={network.networkId} />
  if (what === 'remove') {
    // whether it can be removed depends on its routes; forms keep the values that they opened with
    const now = list.networks.find(({ networkId }) => networkId === network.networkId)
    return <RemoveNetwork network={now ?? network} onClose={onClose} key={network.networkId} />
  }
  return <NetworkForm {...about} key={network.networkId} onRemove={() => onOpen({ what: 'remove', network })} />
}

function RowSkeleton() {
  return (
    <div className={styles.waiting}>
      <Skeleton width="45%" />
      <Skeleton width="70%" />
    </div>
  )
}
