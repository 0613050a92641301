import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import './more.css'

interface MoreProps {
  readonly isBusy: boolean
  onMore(): void
  /** what it says besides that there is more, such as how much */
  readonly children?: ReactNode
}

/** Below a list that goes on: asks for its next page. */
export function More({ isBusy, onMore, children }: MoreProps) {
  const { t } = useTranslation()
  return (
    <div className="list-more">
      <Button size="sm" blocked={isBusy} onClick={onMore}>
        {children ?? t('common.more')}
      </Button>
    </div>
  )
}
