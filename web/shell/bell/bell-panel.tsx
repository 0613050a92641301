import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BellLine } from '#contract/bell/bell.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { DAY_MS } from '#domain/time.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDate } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { PopupParts } from '#web/ui/popup.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import statusStyles from '#web/ui/status.module.css'
import { bellQuery, useRead, useUnread } from './bell.api.ts'
import styles from './bell.module.css'
import { BellRules } from './bell-rules.tsx'
import { bellDetails, bellPlace, bellSentence, bellStyle } from './bell-words.ts'

interface LineProps {
  readonly line: BellLine
  readonly isFirst: boolean
  readonly onOpen: () => void
}

function Line({ line, isFirst, onOpen }: LineProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { Icon, tone } = bellStyle(line)
  const details = bellDetails(line)
  return (
    <li>
      <Link
        {...bellPlace(line, session)}
        className={`${popupStyles.item} ${styles.line}`}
        onClick={onOpen}
        {...(isFirst ? { 'data-first': true } : {})}
      >
        <span className={classes(statusStyles.tile, statusStyles[tone])}>
          <Icon className="icon icon-18" aria-hidden="true" />
        </span>
        <span className={styles.text}>
          <span className={classes('clamp', styles.sentence, line.isUnread && 'medium')}>{bellSentence(line)}</span>
          <span className="text-small text-tertiary">
            <span className="tabular-numbers no-wrap">
              <Ago at={line.at} />
            </span>
            {details.map((detail) => ` · ${detail}`)}
          </span>
        </span>
        {line.isUnread ? <span className={styles.dot} role="img" aria-label={t('bell.unread')} /> : null}
      </Link>
    </li>
  )
}

/** The lines of each day, the newest first. */
function useDays(lines: readonly BellLine[]): { readonly day: string; readonly lines: readonly BellLine[] }[] {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [today, yesterday] = [now, now - DAY_MS].map((at) => localDay(new Date(at), timeZone))
  const nameOf = (at: string): string => {
    const day = localDay(new Date(at), timeZone)
    if (day === today) return t('bell.today')
    return day === yesterday ? t('bell.yesterday') : formatDate(at)
  }
  return [...Map.groupBy(lines, ({ at }) => nameOf(at))].map(([day, own]) => ({ day, lines: own }))
}

/** Lines that come after the popup opened take the focus from what stood in their place. */
function useFirstFocus(isThere: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isThere && !list.current?.closest('[popover]')?.contains(document.activeElement))
      list.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isThere])
  return list
}

function Lines({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { viewedBy } = useSession()
  const query = useInfiniteQuery(bellQuery)
  const read = useRead()
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  const days = useDays(lines)
  const [first] = lines
  const list = useFirstFocus(first !== undefined)
  const open = (line: BellLine) => {
    onClose()
    // who views the portal as another person marks nothing as read
    if (line.isUnread && viewedBy === '') read.mutate(line)
  }
  if (query.isError && !query.data)
    return <ErrorState title={t('bell.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading />
  if (!first)
    return (
      <EmptyState Icon={IconBell} title={t('bell.empty')}>
        {t('bell.emptyText')}
      </EmptyState>
    )
  return (
    <div className={`${popupStyles.list} ${styles.list}`} ref={list}>
      {days.map(({ day, lines: own }) => (
        <section key={day} aria-label={day}>
          <h3 className={`${styles.day} overline`}>{day}</h3>
          <ul>
            {own.map((line) => (
              <Line key={line.key} line={line} isFirst={line === first} onOpen={() => open(line)} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? <LoadMore isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} /> : null}
    </div>
  )
}

function Loading() {
  return (
    <div className={`${popupStyles.list} ${styles.list}`} aria-busy="true" tabIndex={-1} data-first>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className={styles.line}>
          <span className={statusStyles.tile} />
          <span className={styles.text}>
            <Skeleton width={`${width}%`} />
          </span>
        </div>
      ))}
    </div>
  )
}

function ReadAll() {
  const { t } = useTranslation()
  const { viewedBy } = useSession()
  const { data } = useInfiniteQuery(bellQuery)
  const unread = useUnread()
  const read = useRead()
  const newest = data?.pages[0]?.lines[0]
  if (!newest || viewedBy !== '') return null
  return (
    <Button variant="ghost" size="sm" blocked={!unread || read.isPending} onClick={() => read.mutate({ at: newest.at })}>
      <IconChecks className="icon icon-14" aria-hidden="true" />
      {t('bell.readAll')}
    </Button>
  )
}

/** What happened, newest first, and what of it the reader wants to see. */
export function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<'rules'>()
  return (
    <PopupParts part={part} title={() => t('bell.rules')} onBack={() => setPart(undefined)}>
      {part === 'rules' ? (
        <BellRules />
      ) : (
        <>
          <div className={styles.head}>
            <h2 className="grow">{t('shell.bell')}</h2>
            <ReadAll />
            <IconButton Icon={IconSettings} label={t('bell.rules')} onClick={() => setPart('rules')} />
          </div>
          <Lines onClose={onClose} />
        </>
      )}
    </PopupParts>
  )
}
