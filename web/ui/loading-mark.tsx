import { useTranslation } from 'react-i18next'
import { Logo } from './mark.tsx'
import './loading-mark.css'

/** The product's logo, spinning while content loads. */
export function LoadingLogo({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <div className={`loading-mark ${className}`} role="status">
      <span className="loading-mark-turns" role="img" aria-label={t('common.loading')}>
        <Logo size={36} />
      </span>
    </div>
  )
}
