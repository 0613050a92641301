import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOGOUT_ADDRESS } from '#web/lib/logout.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import './login.css'

/** Where a link of another site to /logout leads: nobody is logged out who has not asked to. */
export function LogOutPage() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('login.outHeading')} lead={t('login.outLead')}>
      <a className="btn pri lg full log-out" href={LOGOUT_ADDRESS}>
        {t('login.outGo')}
      </a>
      <p className="log-out-back">
        <Link className="text-secondary underlined" to="/">
          {t('login.outStay')}
        </Link>
      </p>
    </PublicPage>
  )
}
