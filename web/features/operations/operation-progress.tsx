import { IconClock } from '@tabler/icons-react'
import i18next from 'i18next'
import type { HTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { type ItemCounts, type ItemState, isCoolingOff, openLines, operationOutcome } from '#domain/operations.ts'
import { approximateDuration } from '#web/lib/approximate-duration.ts'
import { formatMinute, formatNumber, formatPercent } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Status } from '#web/ui/status.tsx'
import { OperationControls, type Reversing } from './operation-controls.tsx'
import styles from './operation-progress.module.css'
import { FAILED_STYLE, ITEM_ORDER, ITEM_STYLE, STATE_STYLE } from './operation-style.ts'
import { OperationReasons, OperationSummary, successOf } from './operation-summary.tsx'
import { rateText } from './rate-text.ts'

interface OperationProgressProps {
  readonly data: OperationData
  /** as successOf has it */
  readonly accepted?: string
  /** its state stands in the head of a panel */
  readonly isInPanel?: boolean
  readonly reversing: Reversing
}

/** Progress of an operation: state, percent, counts, reasons of failures, and actions. A diagnosis counts by cause instead. */
export function OperationProgress({ data, accepted = '', isInPanel = false, reversing }: OperationProgressProps) {
  const isDiagnosis = data.kind === 'diagnose'
  const pace = isInPanel ? speedOf(data) || tookOf(data) : ''
  const isPage = !(isInPanel || reversing.isMain)
  const success = successOf(data, accepted)
  const isAll = operationOutcome(data.counts) === 'all'
  // one line says it all, and has its buttons
  const isShort = isPage && isAll && !isDiagnosis
  const controls = <OperationControls data={data} reversing={reversing} isPage={isPage} />
  return (
    <div className={styles.progress}>
      {isInPanel ? null : (
        <StateLine data={data} success={isPage ? success : ''}>
          {isShort ? controls : null}
        </StateLine>
      )}
      {reversing.isMain || !isAll ? <ProgressBar data={data} /> : null}
      {pace ? <p className={`${styles.pace} text-small text-secondary tabular-numbers`}>{pace}</p> : null}
      {isShort ? null : (
        <div className={styles.outcome}>
          {isDiagnosis ? null : <Counts data={data} />}
          {isDiagnosis && data.state === 'finished' ? null : <OperationSummary data={data} success={isPage ? '' : success} />}
        </div>
      )}
      <OperationReasons data={data} />
      {isShort ? null : controls}
    </div>
  )
}

interface OperationStateProps {
  readonly state: OperationData['state']
  readonly kind: string
  readonly counts: ItemCounts
  readonly filled?: boolean
}

/** Its state, with the number of its failed lines once it ended. */
export function OperationStateHead({ state, kind, counts, filled = false }: OperationStateProps) {
  const { t } = useTranslation()
  if (state === 'running' && isCoolingOff(kind, counts)) {
    return (
      <Status tone="warning" Icon={IconClock} filled={filled}>
        {t('operations.coolingOff')}
      </Status>
    )
  }
  const word = sentence(OPERATION_STATE_WORDS[state])
  if (state === 'finished' && counts.failed > 0) {
    return (
      <Status {...FAILED_STYLE} filled={filled}>
        {word}
        <span className={styles.comma}>, </span>
        <span className={styles.failedLines}>{t('operations.ended.failed', { count: counts.failed })}</span>
      </Status>
    )
  }
  return (
    <Status {...STATE_STYLE[state]} filled={filled}>
      {word}
    </Status>
  )
}

/** Remaining time in a suitable unit. */
function timeLeft(expectedAt: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(expectedAt) - Date.now()) / 1000))
  if (seconds < 90) return i18next.t('operations.seconds', { count: seconds })
  if (seconds < 5400) return i18next.t('operations.minutes', { count: Math.round(seconds / 60) })
  return i18next.t('operations.hours', { count: Math.round(seconds / 3600) })
}

function rateOf({ rate, expectedAt }: OperationData): string {
  const speed = rateText(rate)
  if (speed === '') return ''
  return expectedAt ? `${speed}, ${i18next.t('operations.left', { time: timeLeft(expectedAt) })}` : speed
}

/** How long it ran; '' before it ended. */
export function ranFor({ startedAt, finishedAt }: Pick<OperationData, 'startedAt' | 'finishedAt'>): string {
  if (!startedAt || !finishedAt) return ''
  return approximateDuration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
}

/** The same in a sentence; '' also where it waited for days for a cooling-off period. */
function tookOf(data: OperationData): string {
  const time = data.coolingUntil ? '' : ranFor(data)
  return time && i18next.t('operations.took', { time })
}

/** How fast it is; '' unless it runs. */
const speedOf = (data: OperationData): string => (data.state === 'running' ? rateOf(data) : '')

interface StateLineProps {
  readonly data: OperationData
  /** on a page what that all succeeded means; '' otherwise */
  readonly success: string
  /** at its end */
  readonly children: ReactNode
}

function StateLine({ data, success, children }: StateLineProps) {
  const { t } = useTranslation()
  const { operationId, state, counts, user, createdAt } = data
  const took = tookOf(data)
  return (
    <div className={styles.state} data-operation-state="">
      <HighlightOnChange key={operationId} value={state}>
        <OperationStateHead {...data} filled />
      </HighlightOnChange>
      <p role="status" className="medium text-active">
        {success}
      </p>
      <span className="text-small text-tertiary grow">
        {success ? `${t('operations.ended.succeeded', { count: counts.succeeded })} · ` : null}
        <PersonName email={user} />, <span className="no-wrap">{formatMinute(createdAt)}</span>
        {took ? <span className="no-wrap"> · {took}</span> : null}
      </span>
      <span className="text-small text-secondary tabular-numbers">{speedOf(data)}</span>
      {children}
    </div>
  )
}

function ProgressBar({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { counts, total, percent, state } = data
  const done = total - openLines(counts)
  if (state === 'scheduled') return null
  // that all succeeded is written below
  if (operationOutcome(counts) === 'all') return <OperationStack counts={counts} aria-hidden="true" />
  return (
    <>
      <div className={`row ${styles.far}`}>
        <span className="grow">
          <b className="semibold tabular-numbers">{t('operations.of_done', { done, count: total })}</b>{' '}
          <span className="text-tertiary">{t('operations.finished')}</span>
        </span>
        <b className="semibold tabular-numbers">{formatPercent(percent)}</b>
      </div>
      <OperationStack
        counts={counts}
        role="progressbar"
        aria-label={t('operations.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      />
    </>
  )
}

/** Succeeded and failed lines are counted once it began: that none failed is worth knowing. The others where there are any. */
const COUNTED: ReadonlySet<ItemState> = new Set(['succeeded', 'failed'])

function Counts({ data: { counts, total, state: ofAll } }: { data: OperationData }) {
  const { t } = useTranslation()
  // the title has their number
  if (ofAll === 'scheduled' && counts.pending === total) return null
  const shown = ITEM_ORDER.filter((state) => counts[state] > 0 || (ofAll !== 'scheduled' && COUNTED.has(state)))
  return (
    <dl className={styles.counts} data-operation-counts="">
      {shown.map((state) => (
        <div key={state}>
          <dt className="text-small text-secondary">
            <Status {...ITEM_STYLE[state]} {...(counts[state] === 0 ? { tone: 'ended' } : {})}>
              {t(`operations.counted.${state}`, { count: counts[state] })}
            </Status>
          </dt>
          <dd className={counts[state] === 0 ? 'tabular-numbers text-tertiary' : 'tabular-numbers'}>
            {formatNumber(counts[state])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Stacked bar of lines by state. The numbers are beside it as text. */
export function OperationStack({ counts, ...rest }: { counts: Partial<ItemCounts> } & HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={styles.stack} {...rest}>
      {ITEM_ORDER.map((state) => {
        const count = counts[state] ?? 0
        return count > 0 ? <i key={state} className={styles[state]} style={{ flexGrow: count }} /> : null
      })}
    </div>
  )
}
