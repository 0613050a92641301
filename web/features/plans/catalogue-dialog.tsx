import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanCascade, type PlanCascadeValue } from '#web/shared/plans/plan-cascade.tsx'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import styles from './plan-dialogs.module.css'
import { planQuery } from './plans.api.ts'
import { TermsList } from './terms-list.tsx'

/** The other plans and their prices. */
export function CatalogueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState<PlanCascadeValue>({})
  return (
    <Dialog opened onClose={onClose} title={t('plans.catalogue.title')} fullOnPhone>
      <PlanCascade value={value} onChange={setValue} />
      {value.plan ? (
        <Terms planId={value.plan.planId} />
      ) : (
        <p className={`text-secondary ${styles.over}`}>{t('plans.catalogue.hint')}</p>
      )}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  )
}

/** Current and future terms; past ones are not needed here. */
function Terms({ planId }: { planId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(planQuery(planId))
  if (error && !data) return <ErrorState title={t('plans.planFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <div className={styles.over}>
      {data.pooled ? <p className="text-secondary">{t('plans.sharedHint')}</p> : null}
      <TermsList terms={data.terms.filter(({ state }) => state !== 'past')} currency={data.currency} />
    </div>
  )
}
