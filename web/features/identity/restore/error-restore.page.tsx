import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import buttonStyles from '#web/ui/button.module.css'
import { PublicPage } from '#web/ui/public-page.tsx'
import { ToLogin } from './ask-form.tsx'
import styles from './restore.module.css'

/** Where a link leads that is worth nothing: used, too old, or not whole. */
export function ErrorRestorePage() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('restore.badHeading')} lead={t('restore.badLead')}>
      <p className={styles.restoreText}>{t('restore.badHint')}</p>
      <Link
        className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.large} ${buttonStyles.full}`}
        to="/restore-password"
      >
        {t('restore.askAnother')}
      </Link>
      <ToLogin />
    </PublicPage>
  )
}
