import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import styles from './inventory.module.css'

/** Progress in percent; indeterminate without a number. */
export function ProgressBar({ percent }: { percent?: number | undefined }) {
  const { t } = useTranslation()
  const isKnown = percent !== undefined
  return (
    <div
      className={classes(styles.bar, !isKnown && styles.open)}
      role="progressbar"
      aria-label={t('imports.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(isKnown ? { 'aria-valuenow': percent } : {})}
    >
      <i style={isKnown ? { width: `${percent}%` } : {}} />
    </div>
  )
}
