import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SUPPORT_CHAT, useHasSupportChat } from '#web/shared/support/support-chat.ts'
import styles from './help.module.css'

/** For who finds no answer: it opens the portal's own support chat; nothing for those without one. */
export function AskSupport() {
  const { t } = useTranslation()
  if (!useHasSupportChat()) return null
  return (
    <p className={`${styles.ask} text-secondary`}>
      {t('help.noAnswer')}
      <Link {...SUPPORT_CHAT} className="medium">
        <IconMessageCircle className="icon" aria-hidden="true" />
        {t('shell.support')}
      </Link>
    </p>
  )
}
