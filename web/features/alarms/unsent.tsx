import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { NoServer } from '#web/shared/outbox/no-server.tsx'
import { SUPPORT_CHAT, useHasSupportChat } from '#web/shared/support/support-chat.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { NoticeRow } from './alarms.api.ts'

/** Whether the latest notice that had a mail could not be mailed. */
export const areUnsent = (notices: readonly NoticeRow[] | undefined): boolean =>
  notices?.find(({ mail }) => mail !== 'none')?.mail === 'kept'

/** That mails do not leave, with the way to who can do something about it. @param place where the notices are all the same */
export function Unsent({ place }: { place: string }) {
  const { t } = useTranslation()
  const seesOutbox = holds(useSession(), 'wholePortal')
  const hasSupportChat = useHasSupportChat()
  return (
    <NoServer
      title={t('alarms.notices.noServer')}
      hint={t(seesOutbox ? 'alarms.notices.noServerHint' : 'alarms.notices.noServerAsk', { place })}
      action={
        seesOutbox ? (
          <ButtonLink isSmall to="/outbox">
            {t('alarms.notices.toOutbox')}
          </ButtonLink>
        ) : hasSupportChat ? (
          <ButtonLink isSmall {...SUPPORT_CHAT}>
            {t('alarms.notices.toSupport')}
          </ButtonLink>
        ) : undefined
      }
    />
  )
}
