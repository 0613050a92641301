import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import buttonStyles from '#web/ui/button.module.css'
import { PublicPage } from '#web/ui/public-page.tsx'
import { LoginLink } from './request-reset-form.tsx'
import styles from './restore.module.css'
import { RestoreFace } from './restore-face.tsx'

/** The page of an invalid reset link: used, expired, or incomplete. */
export function ErrorRestorePage() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('restore.badHeading')} lead={t('restore.badLead')} face={<RestoreFace />}>
      <p className={styles.restoreText}>{t('restore.badHint')}</p>
      <Link
        className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.large} ${buttonStyles.full}`}
        to="/restore-password"
      >
        {t('restore.askAnother')}
      </Link>
      <LoginLink />
    </PublicPage>
  )
}
