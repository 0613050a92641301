import { IconAlertTriangle, IconArrowRight, IconDeviceSim } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportMessage } from '#contract/support/support.calls.ts'
import type { SupportSide } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDate, formatTime } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linksIn } from './links.ts'
import type { Outgoing } from './outgoing.ts'
import { placeOfMessage, screenOfMessage } from './page-context.ts'
import styles from './support.module.css'

interface ThreadProps {
  readonly messages: readonly SupportMessage[]
  readonly outgoing: readonly Outgoing[]
  /** the side whose messages are at the right */
  readonly mine: SupportSide
  /** for the operator: whose company the lists are that messages lead to */
  readonly companyId?: number
  /** last message that the other side has read */
  readonly othersReadNo: number
  readonly hasOlder: boolean
  readonly isBusy: boolean
  onOlder(): void
  onRetry(message: Outgoing): void
}

/** The messages of both sides, oldest first. It starts at its end, and stays there until the user scrolls. */
export function Thread({ messages, outgoing, mine, companyId, othersReadNo, hasOlder, isBusy, onOlder, onRetry }: ThreadProps) {
  const { t } = useTranslation()
  const lastOwn = messages.findLast(({ side }) => side === mine)
  const underWay = outgoing.filter(({ key }) => !messages.some((message) => message.key === key))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={styles.thread} role="log" aria-label={t('support.thread')} tabIndex={0}>
      <div className={styles.messages}>
        {hasOlder ? (
          <Button size="sm" className={styles.older} blocked={isBusy} onClick={onOlder}>
            {t('support.older')}
          </Button>
        ) : null}
        {messages.map((message, index) => (
          <Fragment key={message.key}>
            <DayLine at={message.at} before={messages[index - 1]?.at} />
            <Message message={message} before={messages[index - 1]} mine={mine} companyId={companyId} />
          </Fragment>
        ))}
        {lastOwn && lastOwn === messages.at(-1) && underWay.length === 0 ? (
          <p className={`${styles.state} text-small text-tertiary`}>
            {t(othersReadNo >= lastOwn.messageNo ? 'support.read' : 'support.sent')}
          </p>
        ) : null}
        {underWay.map((message) => (
          <OutgoingMessage key={message.key} message={message} onRetry={() => onRetry(message)} />
        ))}
      </div>
    </div>
  )
}

export function ThreadSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.thread} role="status" aria-label={t('support.waiting')}>
      <div className={styles.messages}>
        <Skeleton width="62%" />
        <Skeleton width="48%" />
      </div>
    </div>
  )
}

function DayLine({ at, before }: { at: string; before: string | undefined }) {
  if (before !== undefined && formatDate(before) === formatDate(at)) return null
  return <p className={`${styles.day} text-small text-tertiary`}>{formatDate(at)}</p>
}

interface MessageProps {
  readonly message: SupportMessage
  readonly before: SupportMessage | undefined
  readonly mine: SupportSide
  readonly companyId: number | undefined
}

function Message({ message, before, mine, companyId }: MessageProps) {
  const { t } = useTranslation()
  const { side, author, text, at } = message
  const isOwn = side === mine
  // consecutive messages of one author have their name once
  const isFollowing = before?.side === side && before.author === author
  const name = isOwn ? (mine === 'person' ? t('support.you') : author) : author
  return (
    <div className={classes(styles.message, isOwn && styles.own)}>
      <p className={isFollowing ? 'visually-hidden' : `text-small text-tertiary ${styles.author}`}>
        {name}
        {side === 'operator' && mine === 'person' ? ` · ${t('support.operator')}` : null}
      </p>
      <div className={styles.text}>
        <MessageText text={text} />
      </div>
      <p className={`text-small text-tertiary ${styles.foot}`}>
        <time className="tabular-numbers" dateTime={at}>
          {formatTime(at)}
        </time>
        <MessageContext message={message} before={before} mine={mine} companyId={companyId} />
      </p>
    </div>
  )
}

/** The open SIM, for both sides; for the operator also the user's location, when it has changed. */
function MessageContext({ message, before, mine, companyId }: MessageProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { icc, page, title, language, browser, side } = message
  if (side !== 'person') return null
  const isSame = before?.side === 'person' && before.page === page && before.icc === icc
  if (isSame) return null
  const isForOperator = mine === 'operator'
  const place = companyId === undefined ? undefined : placeOfMessage(page, companyId, (right) => holds(session, right))
  const screen = screenOfMessage(page)
  // the stored title is in the writer's language; that of a screen may have a parameter of the address: 'SIM {{icc}}'
  const name = screen ? t(screen.title as 'titles.sim', screen.params as { icc: string }) : title
  const from = `${t('support.from')}: ${name}`
  return (
    <>
      {icc ? (
        <Link className={styles.place} to="/sims/$icc" params={{ icc }}>
          <IconDeviceSim className="icon icon-14" aria-hidden="true" />
          <span className="tabular-numbers">{icc}</span>
        </Link>
      ) : null}
      {isForOperator && name && !icc ? (
        place ? (
          <Link className={styles.place} title={page} {...place}>
            {from}
            <IconArrowRight className="icon icon-14" aria-hidden="true" />
          </Link>
        ) : (
          <span title={page}>{from}</span>
        )
      ) : null}
      {isForOperator ? <span>{[t(`support.language.${language}`), browser].filter(Boolean).join(' · ')}</span> : null}
    </>
  )
}

function OutgoingMessage({ message, onRetry }: { message: Outgoing; onRetry: () => void }) {
  const { t } = useTranslation()
  const { text, isFailed, problem } = message
  return (
    <div className={`${styles.message} ${styles.own}`}>
      <div className={classes(styles.text, isFailed ? styles.failed : styles.waiting)}>
        <MessageText text={text} />
      </div>
      {isFailed ? (
        <p className={`text-small text-stop ${styles.foot}`} role="alert">
          <IconAlertTriangle className="icon icon-14" aria-hidden="true" />
          {t('support.notSent')} {problem}
          <Button size="sm" onClick={onRetry}>
            {t('support.again')}
          </Button>
        </p>
      ) : (
        <p className={`text-small text-tertiary ${styles.foot}`}>{t('support.sending')}</p>
      )}
    </div>
  )
}

/** Text as typed, with web addresses as links without referrer. */
function MessageText({ text }: { text: string }) {
  let at = 0
  return linksIn(text).map(({ text: part, href }) => {
    const key = at
    at += part.length
    return href ? (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener">
        {part}
      </a>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
