import { type Icon, IconCalendar, IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { type ItemState, operationOutcome } from '#domain/operations.ts'
import { formatMinute, formatMoment, formatNumber } from '#web/lib/format.ts'
import { Status } from '#web/ui/status.tsx'
import styles from './operation-progress.module.css'
import { ITEM_STYLE } from './operation-style.ts'

/** Counts of succeeded, failed and skipped lines, in words. */
function countsText({ counts }: OperationData): string {
  const parts = (['succeeded', 'failed', 'skipped', 'cancelled'] as const)
    .filter((state) => state === 'succeeded' || counts[state] > 0)
    .map((state) => i18next.t(`operations.ended.${state}`, { count: counts[state] }))
  return `${parts.join(', ')}.`
}

/**
 * The server's message once all lines succeeded; '' before, and of a diagnosis, which has causes instead.
 * @param accepted its message on acceptance, for the user who has just confirmed it
 */
export function successOf({ summary, counts, kind }: OperationData, accepted: string): string {
  // a termination succeeds on request (specification section 8): its lines can be withdrawn for days
  if (kind === 'terminate' && accepted !== '' && counts.failed + counts.cancelled === 0) return accepted
  return kind !== 'diagnose' && operationOutcome(counts) === 'all' ? summary : ''
}

interface SummaryProps {
  readonly data: OperationData
  /** as successOf has it; '' where it is said elsewhere */
  readonly success: string
}

/** That all lines succeeded; the counts if some did not; what they wait for. */
export function OperationSummary({ data, success }: SummaryProps) {
  const { t } = useTranslation()
  const { counts, scheduledAt, coolingUntil, state, kind } = data
  const outcome = operationOutcome(counts)
  return (
    <div role="status" className={styles.summary} data-operation-summary="">
      {success ? (
        <p className="row text-active semibold">
          <IconCircleCheck className="icon" aria-hidden="true" />
          {success}
        </p>
      ) : null}
      {outcome && outcome !== 'all' ? (
        // the counts are beside it, but not of a diagnosis
        <p className={kind === 'diagnose' ? 'semibold' : 'visually-hidden'}>{countsText(data)}</p>
      ) : null}
      {state === 'scheduled' && scheduledAt ? (
        <p className="row medium">
          <IconCalendar className="icon" aria-hidden="true" />
          {t('operations.starts', { moment: formatMoment(scheduledAt) })}
        </p>
      ) : null}
      {state === 'running' ? <Waits data={data} /> : null}
      {coolingUntil && counts.pending > 0 ? (
        <Note Icon={IconClock}>{t('operations.cooling', { moment: formatMoment(coolingUntil) })}</Note>
      ) : null}
    </div>
  )
}

type Reason = OperationData['reasons'][number]

/** Reasons of waiting lines, each once. */
function Waits({ data }: { data: OperationData }) {
  const reasons = data.reasons.filter(({ state, text }) => isOpen(state) && text !== '')
  return reasons
    .filter(({ code }, index) => reasons.findIndex((other) => other.code === code) === index)
    .map((reason) => <Wait key={reason.code} reason={reason} />)
}

function Wait({ reason: { code, text, lines, since } }: { reason: Reason }) {
  const { t } = useTranslation()
  // once a network has not responded, the remaining lines are not sent to it
  if (code === 'unreachable') return <Note Icon={IconPlugConnectedX}>{t('operations.networkDown')}</Note>
  const why = t('operations.waits', { count: lines, why: text })
  const waiting = since ? t('operations.asked', { when: formatMinute(since) }) : ''
  return <Note Icon={IconClock}>{[why, waiting].filter((part) => part !== '').join('. ')}</Note>
}

function Note({ Icon: NoteIcon, children }: { Icon: Icon; children: string }) {
  return (
    <p className="row text-secondary">
      <NoteIcon className="icon" aria-hidden="true" />
      {children}
    </p>
  )
}

const isOpen = (state: ItemState): boolean => state === 'pending' || state === 'running'

/** Reasons of failed and skipped lines. */
export function OperationReasons({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const reasons = data.reasons.filter(({ state, code }) => !isOpen(state) && !(code in CAUSE_SENTENCES))
  if (reasons.length === 0) return null
  return (
    <ul className={styles.reasons} aria-label={t('operations.whyReasons')}>
      {reasons.map(({ state, code, text, lines }) => (
        <li key={`${state} ${code} ${text}`}>
          <Status {...ITEM_STYLE[state]}>{text || code}</Status>
          <span className="tabular-numbers">{formatNumber(lines)}</span>
        </li>
      ))}
    </ul>
  )
}
