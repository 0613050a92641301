import { useTranslation } from 'react-i18next'
import { NoValue } from '#web/ui/table.tsx'
import type { AdvisedPlan } from '../plans.api.ts'
import styles from './optimise.module.css'

/** In the order of the contract. */
const STEPS = ['none', 'to25', 'to50', 'to75', 'to100', 'over'] as const

/** What the colours of the bars mean. */
export function UseLegend() {
  const { t } = useTranslation()
  return (
    <ul className={styles.legend} aria-hidden="true">
      {STEPS.map((step) => (
        <li key={step} className="text-small text-secondary">
          <i data-step={step} />
          {t(`plans.optimise.useSteps.${step}`)}
        </li>
      ))}
    </ul>
  )
}

/** A plan's SIMs by how much of its data they use, in six steps. The numbers are in the text for screen readers and on hover. */
export function UseBar({ use }: Pick<AdvisedPlan, 'use'>) {
  const { t } = useTranslation()
  const parts = STEPS.map((step, index) => {
    const count = use[index] ?? 0
    return { step, count, text: `${t(`plans.optimise.useSteps.${step}`)}: ${t('plans.optimise.sims', { count })}` }
  }).filter(({ count }) => count > 0)
  if (parts.length === 0) return <NoValue />
  return (
    <span className={styles.use}>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ step, count, text }) => (
          <i key={step} className={styles.step} data-step={step} style={{ flexGrow: count }} title={text} />
        ))}
      </span>
      <span className="visually-hidden">{parts.map(({ text }) => text).join(', ')}</span>
    </span>
  )
}
