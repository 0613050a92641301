import { IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import { REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { awaitedStep } from '#domain/request-life-cycle.ts'
import { REQUEST_STATES, REQUEST_TYPES, type RequestTotal } from '#domain/requests.ts'
import { DAY_MS } from '#domain/time.ts'
import { formatDate, formatMoment, formatMoney, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useNow } from '#web/lib/use-now.ts'
import { agoText } from '#web/ui/ago.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { opensBeside } from '#web/ui/side-panel/use-beside.ts'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import styles from './request.module.css'
import type { RequestRow } from './requests.api.ts'

/** More than these are counted: the row is read at a glance. */
const NAMED_ITEMS = 3

/** From this age on a request that waits for the operator is late. */
const LATE_MS = 3 * DAY_MS

/** From this age on the day says more than the number of days since. */
const OLD_MS = 30 * DAY_MS

type Item = Pick<RequestLine, 'kind' | 'name' | 'quantity'>

export const typeWord = ({ type }: RequestRow): string => {
  const known = REQUEST_TYPES.find((one) => one === type)
  return known ? sentence(REQUEST_TYPE_WORDS[known]) : type
}

/** What is asked for, in words: '25 SIMs IoT 250 MB, 25 Teltonika FMC920'. */
function itemsText(row: RequestRow): string {
  const items: Item[] = JSON.parse(row.items)
  const shown = items.length > NAMED_ITEMS ? items.slice(0, NAMED_ITEMS - 1) : items
  const text = shown.map(({ kind, name, quantity: count }) => i18next.t(`requests.item.${kind}`, { count, name })).join(', ')
  return shown.length < items.length ? i18next.t('requests.more', { text, count: items.length - shown.length }) : text
}

/** A model such as 'EM300-TH' stays on one line; another kind of hyphen would not be found by those who search the page. */
function Unbroken({ text }: { text: string }) {
  return text.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a text, of which some repeat
    <Fragment key={at}>
      {at > 0 ? ' ' : null}
      {word.includes('-') ? <span className="no-wrap">{word}</span> : word}
    </Fragment>
  ))
}

interface ItemsProps {
  readonly row: RequestRow
  /** beside a panel, without the columns of age and SIMs: what is late or missing stays in view */
  readonly isTight: boolean
  onOpen(): void
}

/** What a request asks for, which opens it, with its number. */
export function ItemsCell({ row, isTight, onOpen }: ItemsProps) {
  const { t } = useTranslation()
  const about = `${t('requests.number', { id: row.requestId })} · ${typeWord(row)}`
  return (
    <div className={styles.lines}>
      <TwoLines
        isSentence
        first={
          <Link
            className="medium"
            to="/requests/$requestId"
            params={{ requestId: String(row.requestId) }}
            onClick={opensBeside(onOpen)}
          >
            <Unbroken text={itemsText(row)} />
          </Link>
        }
        second={isTight ? <TightAbout row={row} about={about} /> : about}
      />
    </div>
  )
}

function TightAbout({ row, about }: { row: RequestRow; about: string }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="block ellipsis">{about}</span>
      <span className="block ellipsis">
        <Age row={row} lateWord="hidden" />
        {row.simsToAssign > 0 ? ` · ${t('requests.toAssign', { count: row.simsToAssign })}` : null}
      </span>
    </>
  )
}

type Dated = Pick<RequestRow, 'creationDate' | 'status'>

/** Whether the operator is late with it. */
function useIsLate({ creationDate, status }: Dated): boolean {
  const state = REQUEST_STATES.find((one) => one === status)
  const isOld = useNow() - Date.parse(creationDate) > LATE_MS
  return isOld && state !== undefined && awaitedStep(state)?.side === 'operator'
}

interface AgeProps {
  readonly row: Dated
  /** where no text beside it says that the operator is late; hidden is for screen readers */
  readonly lateWord?: 'visible' | 'hidden'
}

/** How long ago it was asked for. */
export function Age({ row, lateWord }: AgeProps) {
  const { t } = useTranslation()
  const { creationDate } = row
  const now = useNow()
  const isLate = useIsLate(row)
  return (
    <time
      className={isLate ? styles.late : 'tabular-numbers no-wrap'}
      dateTime={creationDate}
      title={formatMoment(creationDate)}
    >
      {isLate ? <IconClockExclamation className="icon icon-14" aria-hidden="true" /> : null}
      {now - Date.parse(creationDate) < OLD_MS ? agoText(creationDate, now, t) : formatDate(creationDate)}
      {isLate && lateWord ? (
        <span className={lateWord === 'hidden' ? 'visually-hidden' : undefined}>, {t('requests.late')}</span>
      ) : null}
    </time>
  )
}

/** How long ago it was asked for; below, or on a phone in the same line, that the operator is late, or when it was resolved. */
export function AgeCell({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const { resolutionDate } = row
  const isLate = useIsLate(row)
  const isPhone = useMedia(PHONE)
  return (
    <TwoLines
      first={
        <span className="text-secondary">
          <Age row={row} {...(isPhone ? { lateWord: 'visible' } : {})} />
        </span>
      }
      second={
        isLate && isPhone ? undefined : isLate ? (
          <span className="text-warning">{t('requests.late')}</span>
        ) : resolutionDate ? (
          `${sentence(REQUEST_WORDS.resolutionDate)} ${formatDate(resolutionDate)}`
        ) : undefined
      }
    />
  )
}

/** How many SIMs, and how many of them are still to be assigned. */
export function SimsCell({ row: { simQuantity, simsToAssign } }: { row: RequestRow }) {
  const { t } = useTranslation()
  if (simQuantity === 0) return <NoValue />
  return (
    <TwoLines
      first={formatNumber(simQuantity)}
      second={simsToAssign > 0 ? t('requests.toAssign', { count: simsToAssign }) : undefined}
    />
  )
}

interface Part {
  readonly kind: 'oneTime' | 'perMonth'
  readonly minor: number
  readonly currency: string
}

/** What is paid once, then what is paid each month, by currency. */
function partsOf({ totals }: RequestRow): Part[] {
  const all: RequestTotal[] = totals ? JSON.parse(totals) : []
  return [
    ...all.map(({ currency, onceMinor }): Part => ({ kind: 'oneTime', minor: onceMinor, currency })),
    ...all.map(({ currency, monthlyMinor }): Part => ({ kind: 'perMonth', minor: monthlyMinor, currency })),
  ].filter(({ minor }) => minor > 0)
}

/** All that is paid, as a tooltip. */
export const requestTotalText = (row: RequestRow): string =>
  partsOf(row)
    .map(({ kind, minor, currency }) => `${i18next.t(`requests.${kind}`)} ${formatMoney(minor, currency)} ${currency}`)
    .join(', ')

/** What is paid, an amount on each line: their digits end at one line. */
export function TotalCell({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const parts = partsOf(row)
  if (parts.length === 0) return <NoValue />
  return (
    <div className={`${styles.lines} ${styles.amounts}`}>
      {parts.map(({ kind, minor, currency }) => (
        <div key={`${kind} ${currency}`}>
          <span className="text-tertiary text-small">{t(`requests.${kind}`)}</span>{' '}
          <MoneyAmount amountMinor={minor} currency={currency} />
        </div>
      ))}
    </div>
  )
}
