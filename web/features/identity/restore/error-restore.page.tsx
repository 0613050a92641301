import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PublicPage } from '#web/ui/public-page.tsx'
import { ToLogin } from './ask-form.tsx'
import './restore.css'

/** Where a link leads that is worth nothing: used, too old, or not whole. */
export function ErrorRestorePage() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('restore.badHeading')} lead={t('restore.badLead')}>
      <p className="restore-text">{t('restore.badHint')}</p>
      <Link className="btn pri lg full" to="/restore-password">
        {t('restore.askAnother')}
      </Link>
      <ToLogin />
    </PublicPage>
  )
}
