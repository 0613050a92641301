import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { planQueryOf } from '../plan-search.ts'
import { plansQuery } from '../plans.api.ts'
import styles from './optimise.module.css'

interface FirstAdviceProps {
  readonly company: number
  readonly companyName: string
  /** of the options, which are sent by the button here */
  readonly formId: string
  readonly isBusy: boolean
}

const Waiting = () => (
  <div aria-busy="true" className={`${cardStyles.card} ${styles.part} ${styles.first}`}>
    <Skeleton width={260} height={20} />
  </div>
)

/** Before the first advice of a company: what it will show, of how many SIMs, and the button that has it computed. */
export function FirstAdvice({ company, companyName, formId, isBusy }: FirstAdviceProps) {
  const { t } = useTranslation()
  const { data: plans = [], isPending } = useQuery(plansQuery(planQueryOf({ company })))
  // the button would move under the pointer when the number of SIMs comes
  if (isPending) return <Waiting />
  const used = plans.filter(({ totalActive }) => totalActive > 0)
  const active = used.reduce((sum, { totalActive }) => sum + totalActive, 0)
  const title = t('plans.optimise.first', { company: companyName })
  return (
    <section className={`${cardStyles.card} ${styles.part}`} aria-label={title}>
      <EmptyState
        isWhole
        Icon={IconFileInvoice}
        title={title}
        actions={
          <Button variant="primary" type="submit" form={formId} blocked={isBusy} aria-busy={isBusy}>
            {t(isBusy ? 'plans.optimise.calculating' : 'plans.optimise.calculateSaving')}
          </Button>
        }
      >
        {active > 0 ? `${t('plans.activeSims', { count: active })} ${t('plans.inPlans', { count: used.length })}. ` : null}
        {t('plans.optimise.firstHint')}
      </EmptyState>
    </section>
  )
}
