import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useArticles } from './article.ts'
import styles from './help.module.css'

/** A page of the articles; before they are loaded a placeholder, or the error. */
export function WithArticles({ children }: { children: (articles: Articles) => ReactNode }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useArticles()
  if (data) return children(data)
  return (
    <div className={styles.help}>
      <div className={styles.main}>
        {error ? (
          <ErrorState title={t('help.failed')} error={error} onRetry={() => void refetch()} />
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
