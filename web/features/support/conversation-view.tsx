import { IconArrowLeft, IconCheck, IconLock, IconUserQuestion } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answerConversation, type ConversationData } from '#contract/support/support.calls.ts'
import { call } from '#web/lib/call.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import { Composer } from './composer.tsx'
import { conversationQuery, useChange } from './support.api.ts'
import styles from './support.module.css'
import { Thread, ThreadSkeleton } from './thread.tsx'
import { useConversation } from './use-conversation.ts'

interface ViewProps {
  readonly conversationId: number
  /** search of the list, for phones, which show either */
  readonly back: Readonly<Record<string, string>>
  /** false: it is open only because it is the first of its list, so it counts as unread */
  readonly isChosen: boolean
  onChoose(): void
}

/** A conversation for the operator. */
export function ConversationView({ conversationId, back, isChosen, onChoose }: ViewProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(conversationQuery(conversationId))
  const name = `conversation.${conversationId}`
  const { newest, thread, sendText } = useConversation(query, {
    name,
    conversationId,
    isChosen,
    deliveryOf: () => (message) => call(answerConversation, { params: { conversationId }, body: message }),
  })
  if (query.error && !newest) {
    return <ErrorState title={t('support.unknown')} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!newest) return <ThreadSkeleton />
  const person = newest.person || newest.email
  return (
    <>
      <Head conversation={newest} back={back} onChoose={onChoose} />
      <Thread {...thread} mine="operator" companyId={newest.companyId} />
      <Composer
        conversation={name}
        isTall
        label={t('support.answerTo', { name: person })}
        hint={newest.state === 'closed' ? t('support.isClosed') : t('support.keys')}
        onFocus={onChoose}
        onSend={sendText}
      />
    </>
  )
}

type HeadProps = Pick<ViewProps, 'back' | 'onChoose'> & { readonly conversation: ConversationData }

function Head({ conversation, back, onChoose }: HeadProps) {
  const { t } = useTranslation()
  const { conversationId, userId, person, email, companyId, companyName, state, assignee, isMine } = conversation
  const { mutate, isPending } = useChange(conversationId)
  const isOpen = state === 'open'
  const name = person || email
  const seesUsers = holds(useSession(), 'users')
  const change = (to: Parameters<typeof mutate>[0]) => {
    onChoose()
    mutate(to)
  }
  const unassigned = isOpen ? (
    <Status tone="warning" Icon={IconUserQuestion}>
      {t('support.unassigned')}
    </Status>
  ) : (
    t('support.unassigned')
  )
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
        <h2 className="ellipsis">
          {seesUsers ? (
            <Link to="/users" search={{ open: userId }} className="plain-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="text-small text-secondary ellipsis">
          <CompanyName companyId={companyId} name={companyName} />
          {person ? ` · ${email}` : null}
        </p>
        <p className="text-small text-tertiary ellipsis">
          {isMine ? t('support.mine') : assignee ? t('support.assignee', { name: assignee }) : unassigned}
        </p>
      </div>
      <div className={styles.actions}>
        {isOpen ? null : (
          <Status tone="ended" Icon={IconLock}>
            {t('support.closed')}
          </Status>
        )}
        {isOpen ? (
          <Button blocked={isPending} onClick={() => change({ isMine: !isMine })}>
            {t(isMine ? 'support.release' : 'support.take')}
          </Button>
        ) : null}
        <Button
          variant={isOpen ? 'ghost' : 'default'}
          blocked={isPending}
          onClick={() => change({ state: isOpen ? 'closed' : 'open' })}
        >
          {isOpen ? <IconCheck className="icon" aria-hidden="true" /> : null}
          {t(isOpen ? 'support.closeIt' : 'support.reopen')}
        </Button>
      </div>
    </div>
  )
}
