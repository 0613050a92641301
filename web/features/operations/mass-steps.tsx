import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './mass-dialog.module.css'

const STEPS = ['details', 'preview', 'progress'] as const
type Step = (typeof STEPS)[number]

/** The current step of an operation. */
export function Steps({ step }: { step: Step }) {
  const { t } = useTranslation()
  const now = STEPS.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={t('operations.steps')}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={index < now ? styles.done : index === now ? styles.now : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={styles.count}>
            {index < now ? <IconCheck className="icon icon-14" aria-hidden="true" /> : index + 1}
          </span>
          {t(`operations.step.${name}`)}
        </li>
      ))}
    </ol>
  )
}
