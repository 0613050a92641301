import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckSteps } from './check-steps.tsx'
import styles from './forms.module.css'
import { type NetworkData, networkCheckQuery } from './networks.api.ts'

interface CheckDialogProps {
  readonly network: NetworkData
  onClose(): void
}

/** Checks a configured network as soon as it opens. */
export function CheckDialog({ network: { networkId, name }, onClose }: CheckDialogProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(networkCheckQuery(networkId))
  return (
    <Dialog opened onClose={onClose} title={t('networks.try.title', { name })}>
      <p className="text-secondary">{t('networks.try.what')}</p>
      <div aria-busy={isFetching} className={styles.trying}>
        {isFetching ? <Skeleton width="60%" /> : <CheckSteps steps={data?.steps} error={error} />}
      </div>
      <div className={dialogStyles.actions}>
        <Button blocked={isFetching} onClick={() => void refetch()}>
          {t(isFetching ? 'networks.try.busy' : 'networks.try.again')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
