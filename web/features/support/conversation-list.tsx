import { IconClock, IconClockExclamation, IconMessageCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SupportList } from '#domain/support.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { conversationsQuery, type SupportRow } from './support.api.ts'
import styles from './support.module.css'

interface ListProps {
  readonly show: SupportList
  readonly chosen: number | undefined
}

/** The conversations of a list, each opens beside it. */
export function ConversationList({ show, chosen }: ListProps) {
  const { t } = useTranslation()
  const { rows, error, retry, more, isLoadingMore = false } = usePages(conversationsQuery(show))
  if (error && !rows) return <ErrorState title={t('support.listFailed')} error={error} onRetry={retry} />
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
      {more ? <LoadMore isBusy={isLoadingMore} onMore={more} /> : null}
    </>
  )
}

function Row({ row, show, isChosen }: { row: SupportRow; show: SupportList; isChosen: boolean }) {
  const { t } = useTranslation()
  const { conversationId, person, email, companyName, lastSide, lastText, unread, assignee } = row
  return (
    <Link
      className={classes(styles.row, unread > 0 && styles.unread)}
      to="/support"
      search={{ show, conversation: conversationId }}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="row">
        <span className={`${styles.who} ellipsis grow`}>{person || email}</span>
        <Since row={row} show={show} />
      </span>
      <span className="row">
        <span className="text-small text-tertiary ellipsis grow">{companyName}</span>
        {unread > 0 ? (
          <span className={`${styles.unreadCount} tabular-numbers`}>
            {unread}
            <span className="visually-hidden"> {t('support.unread', { count: unread })}</span>
          </span>
        ) : null}
      </span>
      <span className={`${styles.last} clamp`}>
        {lastSide === 'operator' ? <span className="text-tertiary">{t('support.operator')}: </span> : null}
        {lastText}
      </span>
      {assignee ? <span className="text-small text-tertiary ellipsis">{t('support.assignee', { name: assignee })}</span> : null}
    </Link>
  )
}

/** From this long on a person has waited too long. */
const LATE_MS = 4 * HOUR_MS

/**
 * Since when a person waits, or when the last message was. In the list of those who wait a word says so, and a clock marks who has
 * waited too long; elsewhere a clock marks all who wait.
 */
function Since({ row: { lastAt, waitingSince }, show }: { row: SupportRow; show: SupportList }) {
  const { t } = useTranslation()
  const since = waitingSince ?? lastAt
  const now = Date.now()
  const { unit, count } = elapsedText(since, now)
  const isLate = waitingSince !== null && now - Date.parse(waitingSince) >= LATE_MS
  const Clock = isLate ? IconClockExclamation : IconClock
  const time = t(`support.${unit}`, { count })
  const waits = waitingSince && t(isLate ? 'support.waitsLate' : 'support.waits', { time })
  const exact = formatMinute(since)
  return (
    <span
      className={classes('row text-small no-wrap tabular-numbers', isLate ? 'text-warning medium' : 'text-tertiary')}
      title={waits ? `${waits} · ${exact}` : exact}
    >
      {isLate || (waits && show !== 'waiting') ? <Clock className="icon icon-14" aria-hidden="true" /> : null}
      <span aria-hidden={waits ? true : undefined}>{waits && show === 'waiting' ? t('support.waitsFor', { time }) : time}</span>
      {waits ? <span className="visually-hidden">{waits}</span> : null}
    </span>
  )
}

/** Elapsed time in its largest whole unit. */
function elapsedText(
  iso: string,
  now: number,
): { readonly unit: 'now' | 'minutes' | 'hours' | 'days'; readonly count: number } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
