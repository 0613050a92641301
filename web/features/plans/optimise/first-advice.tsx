import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
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

/** Before the first advice of a company: what it will show, of how many SIMs, and the button that has it computed. */
export function FirstAdvice({ company, companyName, formId, isBusy }: FirstAdviceProps) {
  const { t } = useTranslation()
  const { data: plans } = useQuery(plansQuery(planQueryOf({ company })))
  const used = (plans ?? []).filter(({ totalActive }) => totalActive > 0)
  const active = used.reduce((sum, { totalActive }) => sum + totalActive, 0)
  return (
    <section className={`${cardStyles.card} ${styles.first}`} aria-label={t('plans.optimise.notYet', { company: companyName })}>
      <Ghosts />
      <p className="semibold">{t('plans.optimise.notYet', { company: companyName })}</p>
      <p className={`${styles.firstHint} text-secondary`}>
        {active > 0 ? (
          <b className="medium">
            {t('plans.activeSims', { count: active })} {t('plans.optimise.inPlans', { count: used.length })}.
          </b>
        ) : null}{' '}
        {t('plans.optimise.notYetHint')}
      </p>
      <Button variant="primary" size="lg" type="submit" form={formId} blocked={isBusy} aria-busy={isBusy}>
        {t(isBusy ? 'plans.optimise.calculating' : 'plans.optimise.calculate')}
      </Button>
    </section>
  )
}

/** The figures of an advice without their values. */
function Ghosts() {
  const { t } = useTranslation()
  return (
    <div className={styles.ghosts} aria-hidden="true">
      {(['cycleSaving', 'changingSims', 'plans'] as const).map((figure) => (
        <div key={figure} className={styles.ghost} data-figure={figure}>
          <span className="text-tertiary">{t(`plans.optimise.preview.${figure}`)}</span>
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
