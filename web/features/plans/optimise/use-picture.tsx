import { useTranslation } from 'react-i18next'
import { formatMb } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import type { LastAdvice } from '../plans.api.ts'
import styles from './optimise.module.css'

/** In the order of the contract. */
const STEPS = ['none', 'to25', 'to50', 'to75', 'to100', 'over'] as const

/** How much SIMs use of their plans: a bar for each plan, in six steps. The numbers are in the text for screen readers and on hover. */
export function UsePicture({ plans }: { plans: LastAdvice['result']['plans'] }) {
  const { t } = useTranslation()
  const drawn = plans.filter(({ use }) => use.some((count) => count > 0))
  if (drawn.length === 0) return null
  const wordOf = (step: number) => t(`plans.optimise.useSteps.${STEPS[step] ?? 'none'}`)
  return (
    <Card title={t('plans.optimise.use')} about={t('plans.optimise.useAbout')} line className={styles.part}>
      <ul className={styles.legend} aria-hidden="true">
        {STEPS.map((step, index) => (
          <li key={step} className="text-small text-secondary">
            <i data-step={step} />
            {wordOf(index)}
          </li>
        ))}
      </ul>
      <ul className={styles.bars}>
        {drawn.map(({ planCode, planName, dataMb, use }) => {
          const sims = use.reduce((sum, count) => sum + count, 0)
          const texts = use.map((count, step) => `${wordOf(step)}: ${t('plans.optimise.sims', { count })}`)
          return (
            <li key={planCode}>
              <span className={styles.barName}>
                <span className="ellipsis medium" title={planName}>
                  {planName}
                </span>
                <span className="text-small text-tertiary no-wrap">
                  {formatMb(dataMb)} · {t('plans.optimise.sims', { count: sims })}
                </span>
              </span>
              <span className={styles.bar} aria-hidden="true">
                {use.map((count, step) =>
                  count === 0 ? null : (
                    <i
                      key={STEPS[step]}
                      className={styles.step}
                      data-step={STEPS[step]}
                      style={{ flexGrow: count }}
                      title={texts[step]}
                    />
                  ),
                )}
              </span>
              <span className="visually-hidden">{texts.filter((_, step) => (use[step] ?? 0) > 0).join(', ')}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
