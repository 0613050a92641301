import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery, holds, useSession } from '#web/lib/session.ts'
import styles from './help.module.css'

/** For who finds no answer: it opens the portal's own support chat, as links in mails do; nothing for those without one. */
export function AskSupport() {
  const { t } = useTranslation()
  const session = useSession()
  const { data: config } = useQuery(clientConfigQuery)
  if (!config || config.supportChatUrl || session.viewedBy !== '' || holds(session, 'admin')) return null
  return (
    <p className={`${styles.ask} text-secondary`}>
      {t('help.noAnswer')}
      <Link to="." search={true} hash="support" replace resetScroll={false} className="medium">
        <IconMessageCircle className="icon" aria-hidden="true" />
        {t('shell.support')}
      </Link>
    </p>
  )
}
