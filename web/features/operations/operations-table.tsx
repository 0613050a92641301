import { IconCalendar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OPERATION_KINDS, type OperationKind } from '#domain/eligibility.ts'
import { type ItemCounts, OPERATION_STATES, openLines, progressPercent } from '#domain/operations.ts'
import { formatMinute, formatMoment, formatPercent } from '#web/lib/format.ts'
import { Table } from '#web/ui/table.tsx'
import { OperationStateHead } from './operation-progress.tsx'
import { OperationStack } from './operation-stack.tsx'
import { KIND_ICON } from './operation-style.ts'
import type { OperationListRow } from './operations.api.ts'
import styles from './operations.module.css'

const kindOf = ({ kind }: OperationListRow): OperationKind => OPERATION_KINDS.find((one) => one === kind) ?? 'restart'
const countsOf = ({ pending, running, succeeded, failed, skipped, cancelled }: OperationListRow): ItemCounts => ({
  pending,
  running,
  succeeded,
  failed,
  skipped,
  cancelled,
})

/** Operations, one a row; each links to its page. */
export function OperationsTable({ rows }: { rows: readonly OperationListRow[] | undefined }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('operations.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ operationId }) => operationId}
      columns={[
        {
          id: 'name',
          head: t('operations.operation'),
          className: styles.name,
          isRowHead: true,
          cell: (row) => <Name row={row} />,
        },
        { id: 'state', head: t('operations.state'), className: styles.state, cell: (row) => <State row={row} /> },
        {
          id: 'far',
          head: t('operations.progress'),
          className: `${styles.far} hide-on-phone`,
          cell: (row) => <ProgressCell row={row} />,
        },
        {
          id: 'user',
          head: t('operations.user'),
          className: 'hide-on-phone text-secondary',
          title: ({ user }) => user,
          cell: ({ user }) => user,
        },
        {
          id: 'created',
          head: t('operations.created'),
          className: `${styles.when} hide-on-phone text-secondary`,
          cell: ({ createdAt }) => formatMinute(createdAt),
        },
      ]}
    />
  )
}

function Name({ row }: { row: OperationListRow }) {
  const { t } = useTranslation()
  const kind = kindOf(row)
  const Icon = KIND_ICON[kind]
  return (
    <>
      <span className="row">
        <Icon className="icon text-tertiary" aria-hidden="true" />
        <Link className="ellipsis" to="/operations/$operationId" params={{ operationId: String(row.operationId) }}>
          {t(`operations.name.${kind}`, { count: row.total })}
        </Link>
        <span className="text-tertiary text-small hide-on-phone">{t('operations.number', { id: row.operationId })}</span>
      </span>
      <PhoneDetails row={row} />
    </>
  )
}

/** On a phone, in place of columns: time, user, and progress while it runs. */
function PhoneDetails({ row }: { row: OperationListRow }) {
  const counts = countsOf(row)
  return (
    <span className={`${styles.under} text-tertiary text-small`}>
      {formatMinute(row.createdAt)}, {row.user}
      {row.state === 'scheduled' ? <StartsAt row={row} /> : openLines(counts) > 0 ? <OperationStack counts={counts} /> : null}
    </span>
  )
}

function StartsAt({ row: { scheduledAt } }: { row: OperationListRow }) {
  const { t } = useTranslation()
  if (!scheduledAt) return null
  return (
    <span className={styles.time} title={t('operations.scheduledFor', { moment: formatMoment(scheduledAt) })}>
      <IconCalendar className="icon icon-14" aria-hidden="true" />
      <span className="visually-hidden">{t('operations.starts')}</span>
      {formatMinute(scheduledAt)}
    </span>
  )
}

function State({ row }: { row: OperationListRow }) {
  const state = OPERATION_STATES.find((one) => one === row.state)
  return state ? <OperationStateHead state={state} kind={row.kind} counts={countsOf(row)} /> : row.state
}

function ProgressCell({ row }: { row: OperationListRow }) {
  const counts = countsOf(row)
  const percent = progressPercent(counts)
  if (row.state === 'scheduled') return <StartsAt row={row} />
  return (
    <span className={styles.farCell}>
      <OperationStack counts={counts} />
      <span className="numeric">{formatPercent(percent)}</span>
    </span>
  )
}
