import { IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import { REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { awaitedStep } from '#domain/request-life-cycle.ts'
import { REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { DAY_MS } from '#domain/time.ts'
import { formatDate, formatMoment, formatNumber } from '#web/lib/format.ts'
import { formatAge } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useNow } from '#web/lib/use-now.ts'
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

/** What a request asks for, which opens it, with its number. */
export function ItemsCell({ row, onOpen }: { row: RequestRow; onOpen: () => void }) {
  const { t } = useTranslation()
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
            {itemsText(row)}
          </Link>
        }
        second={`${t('requests.number', { id: row.requestId })} · ${typeWord(row)}`}
      />
    </div>
  )
}

/** How long ago it was asked for; below, that the operator is late, or when it was resolved. */
export function AgeCell({ row: { creationDate, resolutionDate, status } }: { row: RequestRow }) {
  const { t } = useTranslation()
  const milliseconds = useNow() - Date.parse(creationDate)
  const age = formatAge(milliseconds)
  const ago = age === '' ? t('common.justNow') : t('common.ago', { age })
  const state = REQUEST_STATES.find((one) => one === status)
  const isLate = milliseconds > LATE_MS && state !== undefined && awaitedStep(state)?.side === 'operator'
  return (
    <TwoLines
      first={
        <time
          className={isLate ? styles.late : 'text-secondary tabular-numbers'}
          dateTime={creationDate}
          title={formatMoment(creationDate)}
        >
          {isLate ? <IconClockExclamation className="icon icon-14" aria-hidden="true" /> : null}
          {milliseconds < OLD_MS ? ago : formatDate(creationDate)}
        </time>
      }
      second={
        isLate ? (
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
