import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { writeToSupport } from '#contract/support/support.calls.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Composer } from './composer.tsx'
import { send, sendAgain, useOutgoing } from './outgoing.ts'
import { invalidateSupport, messagesIn, ownQuery } from './support.api.ts'
import styles from './support.module.css'
import { Thread } from './thread.tsx'
import { useMarkReadWhenVisible } from './use-reading.ts'
import { pageContextOf } from './where.ts'

/** The user's conversation with the operator: a panel in the page's corner, full screen on a phone. */
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
        <Button variant="ghost" square aria-label={t('support.close')} onClick={onClose}>
          <IconX className="icon icon-20" aria-hidden="true" />
        </Button>
      </div>
      <Conversation />
    </dialog>
  )
}

function Conversation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { userEmail } = useSession()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ownQuery)
  const outgoing = useOutgoing(userEmail)
  const address = useLocation()
  const messages = messagesIn(data)
  const newest = data?.pages[0]
  useMarkReadWhenVisible(undefined, messages.at(-1)?.messageNo, newest?.unread ?? 0)
  const here = () => pageContextOf(window.location, document.title)
  const { icc } = pageContextOf({ pathname: address.pathname, search: address.searchStr }, '')
  const deliver = (text: string) => {
    const where = here()
    return send(userEmail, text, async ({ key, text: body }) => {
      await call(writeToSupport, { body: { key, text: body, ...where } })
      await invalidateSupport(client)
    })
  }
  if (error && !newest) {
    return <ErrorState title={t('support.failed')} error={error} onRetry={() => void refetch()} />
  }
  const isEmpty = messages.length + outgoing.length === 0
  return (
    <>
      {!newest ? (
        <div className={styles.thread} role="status" aria-label={t('support.waiting')}>
          <div className={styles.messages}>
            <Skeleton width="62%" />
            <Skeleton width="48%" />
          </div>
        </div>
      ) : isEmpty ? (
        <div className={styles.noMessages}>
          <p className={styles.hello}>{t('support.emptyTitle')}</p>
          <p className="text-secondary">{t('support.emptyText')}</p>
        </div>
      ) : (
        <Thread
          messages={messages}
          outgoing={outgoing}
          mine="person"
          othersReadNo={newest.othersReadNo}
          hasOlder={hasNextPage}
          isBusy={isFetchingNextPage}
          onOlder={() => void fetchNextPage()}
          onAgain={(message) => void sendAgain(userEmail, message)}
        />
      )}
      {newest?.state === 'closed' ? (
        <p className={`${styles.note} text-small text-secondary`}>{t('support.isClosed')}</p>
      ) : null}
      <Composer
        conversation={userEmail}
        label={t('support.write')}
        hint={icc ? t('support.goesAlongSim', { icc }) : t('support.goesAlong')}
        takesFocus
        onSend={(text) => void deliver(text)}
      />
    </>
  )
}
