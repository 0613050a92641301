import { IconArrowLeft, IconCheck, IconLock } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answerConversation, type ConversationData } from '#contract/support/support.calls.ts'
import { call } from '#web/lib/call.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import { Composer } from './composer.tsx'
import { send, sendAgain, useOutgoing } from './outgoing.ts'
import { conversationQuery, invalidateSupport, messagesIn, useChange } from './support.api.ts'
import styles from './support.module.css'
import { Thread } from './thread.tsx'
import { useMarkReadWhenVisible } from './use-reading.ts'

interface ViewProps {
  readonly conversationId: number
  /** search of the list, for phones, which show either */
  readonly back: Readonly<Record<string, string>>
}

/** A conversation for the operator. */
export function ConversationView({ conversationId, back }: ViewProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    conversationQuery(conversationId),
  )
  const name = `conversation.${conversationId}`
  const outgoing = useOutgoing(name)
  const messages = messagesIn(data)
  const newest = data?.pages[0]
  useMarkReadWhenVisible(conversationId, messages.at(-1)?.messageNo, newest?.unread ?? 0)
  if (error && !newest) return <ErrorState title={t('support.unknown')} error={error} onRetry={() => void refetch()} />
  if (!newest) {
    return (
      <div className={styles.thread} role="status" aria-label={t('support.waiting')}>
        <div className={styles.messages}>
          <Skeleton width="48%" />
          <Skeleton width="60%" />
        </div>
      </div>
    )
  }
  const deliver = (text: string) =>
    send(name, text, async ({ key, text: body }) => {
      await call(answerConversation, { params: { conversationId }, body: { key, text: body } })
      await invalidateSupport(client)
    })
  const person = newest.person || newest.email
  return (
    <>
      <Head conversation={newest} back={back} />
      <Thread
        messages={messages}
        outgoing={outgoing}
        mine="operator"
        othersReadNo={newest.othersReadNo}
        hasOlder={hasNextPage}
        isBusy={isFetchingNextPage}
        onOlder={() => void fetchNextPage()}
        onAgain={(message) => void sendAgain(name, message)}
      />
      <Composer
        conversation={name}
        label={t('support.answerTo', { name: person })}
        hint={newest.state === 'closed' ? t('support.isClosed') : t('support.keys')}
        onSend={(text) => void deliver(text)}
      />
    </>
  )
}

function Head({ conversation, back }: { conversation: ConversationData; back: ViewProps['back'] }) {
  const { t } = useTranslation()
  const { conversationId, person, email, companyName, state, assignee, isMine } = conversation
  const { mutate, isPending } = useChange(conversationId)
  const isOpen = state === 'open'
  return (
    <div className={styles.head}>
      <Link
        className={`${buttonStyles.ghost} ${buttonStyles.square} ${styles.back}`}
        to="/support"
        search={back}
        aria-label={t('support.back')}
      >
        <IconArrowLeft className="icon icon-20" aria-hidden="true" />
      </Link>
      <div className="grow">
        <h2 className="ellipsis">{person || email}</h2>
        <p className="text-small text-secondary ellipsis">
          {companyName}
          {person ? ` · ${email}` : null}
        </p>
        <p className="text-small text-tertiary ellipsis">
          {isMine ? t('support.mine') : assignee ? t('support.assignee', { name: assignee }) : t('support.unassigned')}
        </p>
      </div>
      <div className={styles.actions}>
        {isOpen ? null : (
          <Status tone="ended" Icon={IconLock}>
            {t('support.closed')}
          </Status>
        )}
        {isOpen ? (
          <Button blocked={isPending} onClick={() => mutate({ isMine: !isMine })}>
            {t(isMine ? 'support.release' : 'support.take')}
          </Button>
        ) : null}
        <Button blocked={isPending} onClick={() => mutate({ state: isOpen ? 'closed' : 'open' })}>
          {isOpen ? <IconCheck className="icon" aria-hidden="true" /> : null}
          {t(isOpen ? 'support.closeIt' : 'support.reopen')}
        </Button>
      </div>
    </div>
  )
}
