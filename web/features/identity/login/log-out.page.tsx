import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOGOUT_ADDRESS } from '#web/lib/logout.ts'
import { deleteRecents } from '#web/lib/recents.ts'
import buttonStyles from '#web/ui/button.module.css'
import { PublicPage } from '#web/ui/public-page.tsx'
import styles from './login.module.css'
import { LoginFace } from './login-face.tsx'

/** Confirms a logout that a link of another site started. */
export function LogOutPage() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('login.outHeading')} lead={t('login.outLead')} face={<LoginFace />}>
      <a
        className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.large} ${buttonStyles.full} ${styles.logOut}`}
        href={LOGOUT_ADDRESS}
        onClick={deleteRecents}
      >
        {t('login.outGo')}
      </a>
      <p className={styles.logOutBack}>
        <Link className="text-secondary underlined" to="/">
          {t('login.outStay')}
        </Link>
      </p>
    </PublicPage>
  )
}
