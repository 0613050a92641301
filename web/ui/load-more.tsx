import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './load-more.module.css'

interface LoadMoreProps {
  readonly isBusy: boolean
  onMore(): void
  /** additional text, such as a count */
  readonly children?: ReactNode
}

/** Below a partially loaded list: loads its next page. */
export function LoadMore({ isBusy, onMore, children }: LoadMoreProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.listMore}>
      <Button size="sm" blocked={isBusy} onClick={onMore}>
        {children ?? t('common.more')}
      </Button>
    </div>
  )
}
