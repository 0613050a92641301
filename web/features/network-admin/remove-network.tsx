import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { type NetworkData, useRemoveNetwork } from './networks.api.ts'

interface RemoveProps {
  readonly network: NetworkData
  onClose(): void
}

/** Asks before a network is removed, or says why it cannot be. */
export function RemoveNetwork({ network: { networkId, name, carries, sims }, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveNetwork()
  const remove = () => {
    if (isPending) return
    mutate(networkId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  const isNeeded = carries.length > 0
  return (
    <Dialog opened onClose={onClose} title={t('networks.remove.title', { name })} width="confirm">
      {isNeeded ? (
        <p>
          {t('networks.remove.needed', { count: carries.length })} {sims > 0 ? t('networks.remove.sims', { count: sims }) : ''}{' '}
          <Link className="underlined" to="/networks" search={{ tab: 'rules' }} onClick={onClose}>
            {t('networks.remove.toRules')}
          </Link>
        </p>
      ) : (
        <p>{t('networks.remove.what')}</p>
      )}
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t(isNeeded ? 'common.close' : 'common.cancel')}</Button>
        {isNeeded ? null : (
          <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={remove}>
            {t('networks.remove.button')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
