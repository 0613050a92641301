import { IconCalendar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { OPERATION_KINDS, type OperationKind } from '#domain/eligibility.ts'
import {
  type ItemCounts,
  itemTotal,
  OPERATION_STATES,
  openLines,
  operationOutcome,
  progressPercent,
} from '#domain/operations.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute, formatMoment, formatPercent } from '#web/lib/format.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { opensBeside } from '#web/ui/side-panel/use-beside.ts'
import { NoValue } from '#web/ui/table.tsx'
import { OperationStack, OperationStateHead, ranFor } from './operation-progress.tsx'
import { KIND_ICON } from './operation-style.ts'
import type { OperationListRow } from './operations.api.ts'
import styles from './operations.module.css'

const kindOf = ({ kind }: OperationListRow): OperationKind => OPERATION_KINDS.find((one) => one === kind) ?? 'restart'

/** Its kind and number of SIMs; the link opens its page, or beside the list. */
export function Name({ row, onOpen }: { row: OperationListRow; onOpen?: () => void }) {
  const { t } = useTranslation()
  const kind = kindOf(row)
  const Icon = KIND_ICON[kind]
  return (
    <span className="row">
      <Icon className="icon text-tertiary" aria-hidden="true" />
      <Link
        className={`${styles.name} ellipsis medium`}
        to="/operations/$operationId"
        params={{ operationId: String(row.operationId) }}
        onClick={onOpen && opensBeside(onOpen)}
      >
        {t(`operations.name.${kind}`, { count: row.total })}
      </Link>
      <span className={`${styles.number} no-wrap text-tertiary text-small`}>
        {t('operations.number', { id: row.operationId })}
      </span>
    </span>
  )
}

function StartsAt({ row: { scheduledAt } }: { row: OperationListRow }) {
  const { t } = useTranslation()
  if (!scheduledAt) return null
  return (
    <span className={styles.time} title={t('operations.starts', { moment: formatMoment(scheduledAt) })}>
      <IconCalendar className="icon icon-14" aria-hidden="true" />
      {t('operations.starts', { moment: formatMinute(scheduledAt) })}
    </span>
  )
}

export function State({ row }: { row: OperationListRow }) {
  const state = OPERATION_STATES.find((one) => one === row.state)
  if (!state) return row.state
  return (
    <HighlightOnChange value={state}>
      <OperationStateHead state={state} kind={row.kind} counts={row} />
    </HighlightOnChange>
  )
}

/** How long it ran; a termination waits for days. */
function Took({ row }: { row: OperationListRow }) {
  const { t } = useTranslation()
  const time = row.kind === 'terminate' ? '' : ranFor(row)
  return time === '' ? (
    <NoValue />
  ) : (
    <span className="text-small text-tertiary hide-on-phone">{t('operations.took', { time })}</span>
  )
}

export function ProgressCell({ row }: { row: OperationListRow }) {
  if (row.state === 'scheduled') return <StartsAt row={row} />
  // a bar means that something goes on or failed
  if (operationOutcome(row) === 'all') return <Took row={row} />
  const isOpen = openLines(row) > 0
  return (
    <span className={classes(styles.farCell, isOpen && styles.open)}>
      <OperationStack counts={row} />
      <span className={classes('text-small tabular-numbers no-wrap', isOpen ? 'medium' : 'text-tertiary')}>
        {progressText(row)}
      </span>
    </span>
  )
}

/** How far it is; of one that ended how many succeeded, of how many. */
function progressText(counts: ItemCounts): string {
  const total = itemTotal(counts)
  if (operationOutcome(counts)) return i18next.t('operations.part', { accepted: counts.succeeded, total })
  const done = i18next.t('operations.part', { accepted: total - openLines(counts), total })
  return `${done} · ${formatPercent(progressPercent(counts))}`
}
