import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import styles from './loading-logo.module.css'
import { Logo } from './logo.tsx'

/** The product's logo, spinning while content loads. */
export function LoadingLogo({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.mark, className)} role="status">
      <span className={styles.markTurns} role="img" aria-label={t('common.loading')}>
        <Logo size={36} />
      </span>
    </div>
  )
}
