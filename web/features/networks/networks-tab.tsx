import { IconNetwork } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { NetworkCard } from './network-card.tsx'
import { NetworkForm } from './network-form.tsx'
import type { NetworkData } from './networks.api.ts'
import { SmppDialog } from './smpp-dialog.tsx'

interface NetworksTabProps {
  /** undefined while they are coming */
  readonly networks: readonly NetworkData[] | undefined
  readonly error: Error | null
  onRetry(): void
}

/** Every network with how it is set up and how it fares. */
export function NetworksTab({ networks, error, onRetry }: NetworksTabProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<NetworkData>()
  const [messages, setMessages] = useState<NetworkData>()
  if (error && !networks) return <ErrorState title={t('networks.failed')} error={error} onRetry={onRetry} />
  if (networks?.length === 0) {
    return (
      <EmptyState Icon={IconNetwork} title={t('networks.none')}>
        {t('networks.noneHint')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="net-cards" aria-busy={!networks}>
        {networks
          ? networks.map((network) => (
              <NetworkCard
                key={network.networkId}
                network={network}
                onSetUp={() => setOpen(network)}
                onMessages={() => setMessages(network)}
              />
            ))
          : [1, 2, 3, 4].map((place) => <Waiting key={place} />)}
      </div>
      {open ? <NetworkForm key={open.networkId} network={open} onClose={() => setOpen(undefined)} /> : null}
      {messages ? <SmppDialog key={messages.networkId} network={messages} onClose={() => setMessages(undefined)} /> : null}
    </>
  )
}

function Waiting() {
  return (
    <div className="card net-card net-waiting">
      <Skeleton width="45%" />
      <Skeleton width="70%" />
      <Skeleton width="90%" />
      <Skeleton width="80%" />
    </div>
  )
}
