import { useTranslation } from 'react-i18next'
import { Mark } from './mark.tsx'
import './loading-mark.css'

/** The product's mark, turning over what is still coming. */
export function LoadingMark({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <div className={`loading-mark ${className}`} role="status">
      <span className="loading-mark-turns" role="img" aria-label={t('common.loading')}>
        <Mark size={36} />
      </span>
    </div>
  )
}
