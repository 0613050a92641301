import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import styles from './help.module.css'

/** Placeholder of the articles, or the error. */
export function HelpPlaceholder({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.help}>
      <div className={styles.main}>
        {error ? (
          <ErrorState title={t('help.failed')} error={error} onRetry={onRetry} />
        ) : (
          <div className={styles.wait} aria-busy="true">
            {[40, 90, 85, 60].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
