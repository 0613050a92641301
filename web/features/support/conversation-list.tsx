import { IconMessageCircleCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SupportList } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { elapsedText } from './elapsed-text.ts'
import { conversationsQuery, type SupportRow } from './support.api.ts'
import styles from './support.module.css'

interface ListProps {
  readonly show: SupportList
  readonly chosen: number | undefined
}

/** The conversations of a list, each opens beside it. */
export function ConversationList({ show, chosen }: ListProps) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(conversationsQuery(show))
  const rows = data?.pages.flatMap((page) => page.rows)
  if (error && !rows) return <ErrorState title={t('support.listFailed')} error={error} onRetry={() => void refetch()} />
  if (!rows) {
    return (
      <div role="status" aria-label={t('support.waiting')}>
        {[0, 1, 2, 3].map((place) => (
          <div key={place} className={styles.row}>
            <Skeleton width="55%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState Icon={IconMessageCircleCheck} title={t(`support.none.${show}`)}>
        {t('support.noneHint')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={t(`support.list.${show}`)}>
        {rows.map((row) => (
          <li key={row.conversationId}>
            <Row row={row} show={show} isChosen={row.conversationId === chosen} />
          </li>
        ))}
      </ul>
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  )
}

function Row({ row, show, isChosen }: { row: SupportRow; show: SupportList; isChosen: boolean }) {
  const { t } = useTranslation()
  const { conversationId, person, email, companyName, lastSide, lastText, lastAt, waitingSince, unread, assignee } = row
  const { unit, count } = elapsedText(waitingSince ?? lastAt, Date.now())
  const time = t(`support.${unit}`, { count })
  return (
    <Link
      className={classes(styles.row, unread > 0 && styles.unread)}
      to="/support"
      search={{ show, conversation: conversationId }}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="row">
        <span className={`${styles.who} ellipsis grow`}>{person || email}</span>
        {unread > 0 ? (
          <span className={`${styles.unreadCount} tabular-numbers`}>
            {unread}
            <span className="visually-hidden"> {t('support.unread', { count: unread })}</span>
          </span>
        ) : null}
        <span className="text-small text-tertiary no-wrap tabular-numbers" title={formatMinute(waitingSince ?? lastAt)}>
          {waitingSince ? t('support.waits', { time }) : time}
        </span>
      </span>
      <span className="text-small text-tertiary ellipsis">{companyName}</span>
      <span className={`${styles.last} ellipsis`}>
        {lastSide === 'operator' ? <span className="text-tertiary">{t('support.operator')}: </span> : null}
        {lastText}
      </span>
      {assignee ? <span className="text-small text-tertiary ellipsis">{t('support.assignee', { name: assignee })}</span> : null}
    </Link>
  )
}
