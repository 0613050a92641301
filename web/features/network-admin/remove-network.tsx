import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { type NetworkData, useRemoveNetwork } from './networks.api.ts'

interface RemoveProps {
  readonly network: NetworkData
  onClose(): void
}

/** Confirms the removal of a network, or shows why it is not possible. */
export function RemoveNetwork({ network, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const mutation = useRemoveNetwork()
  const { networkId, name, carries } = network
  const title = t('networks.remove.title', { name })
  if (carries.length > 0) return <NeededDialog title={title} network={network} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      button={t('networks.remove.button')}
      mutation={mutation}
      variables={networkId}
      onClose={onClose}
    >
      <p>{t('networks.remove.what')}</p>
    </ConfirmDialog>
  )
}

function NeededDialog({ title, network: { carries, sims }, onClose }: RemoveProps & { title: string }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={title} width="confirm">
      <p>
        {t('networks.remove.needed', { count: carries.length })} {sims > 0 ? t('networks.remove.sims', { count: sims }) : ''}{' '}
        <Link className="underlined" to="/networks" search={{ tab: 'rules' }} onClick={onClose}>
          {t('networks.remove.toRules')}
        </Link>
      </p>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  )
}
