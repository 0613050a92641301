import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { writeToSupport } from '#contract/support/support.calls.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Composer } from './composer.tsx'
import { pageContextOf } from './page-context.ts'
import { ownQuery } from './support.api.ts'
import styles from './support.module.css'
import { Thread, ThreadSkeleton } from './thread.tsx'
import { useConversation } from './use-conversation.ts'

/** The user's conversation with the operator: a panel below the header, full screen on a phone. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const isPhone = useMedia(PHONE)
  const pathname = useLocation({ select: (location) => location.pathname })
  const began = useRef(pathname)
  useEffect(() => {
    // on a phone it would cover the target of a link in it
    if (isPhone && pathname !== began.current) onClose()
  }, [isPhone, pathname, onClose])
  useEffect(() => {
    const dialog = panel.current
    if (!dialog) return
    if (isPhone) dialog.showModal()
    else dialog.show()
    dialog.querySelector('textarea')?.focus()
    return () => dialog.close()
  }, [isPhone])
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <dialog
      ref={panel}
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={pressed}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <div className="grow">
          <h2 id={id}>{t('support.chat')}</h2>
          <p className="text-small text-secondary">{t('support.chatLead')}</p>
        </div>
        <IconButton Icon={IconX} iconClass="icon-20" size="md" label={t('support.close')} onClick={onClose} />
      </div>
      <Conversation />
    </dialog>
  )
}

function Conversation() {
  const { t } = useTranslation()
  const { userEmail } = useSession()
  const query = useInfiniteQuery(ownQuery)
  const address = useLocation()
  const { icc } = pageContextOf({ pathname: address.pathname, search: address.searchStr }, '')
  const { newest, isEmpty, thread, sendText } = useConversation(query, {
    name: userEmail,
    conversationId: undefined,
    deliveryOf: () => {
      const context = pageContextOf(window.location, document.title)
      return (message) => call(writeToSupport, { body: { ...message, ...context } })
    },
  })
  if (query.error && !newest) {
    return <ErrorState title={t('support.failed')} error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      {!newest ? (
        <ThreadSkeleton />
      ) : isEmpty ? (
        <div className={styles.noMessages}>
          <p className={styles.hello}>{t('support.emptyTitle')}</p>
          <p className="text-secondary">{t('support.emptyText')}</p>
        </div>
      ) : (
        <Thread {...thread} mine="person" />
      )}
      {newest?.state === 'closed' ? (
        <p className={`${styles.note} text-small text-secondary`}>{t('support.isClosed')}</p>
      ) : null}
      <Composer
        conversation={userEmail}
        label={t('support.write')}
        hint={icc ? t('support.goesAlongSim', { icc }) : t('support.goesAlong')}
        takesFocus
        onSend={sendText}
      />
    </>
  )
}
