import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { formatMinute, formatPercent, percentOf } from '#web/lib/format.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { countColumn } from '#web/ui/list/columns.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import styles from './comparison.module.css'
import { FirstComparison } from './first-comparison.tsx'
import { comparisonsQuery, type NetworkData } from './networks.api.ts'
import { useComparisons, useComparisonTime } from './start-comparison.tsx'

interface ComparisonProps {
  readonly networks: readonly NetworkData[]
  /** in place of the list of differences: no comparison has ended yet */
  readonly isFirst?: boolean
}

/** The comparison of all SIMs that is under way, and those so far. */
export function ComparisonCard({ networks, isFirst = false }: ComparisonProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(comparisonsQuery)
  const { running } = useComparisons()
  const time = useComparisonTime(networks)
  if (isFirst && !running) return <FirstComparison networks={networks} time={time} />
  return (
    <Card title={t('networks.comparison.title')} className={isFirst ? undefined : styles.card} line>
      {running ? (
        <Progress comparison={running} />
      ) : (
        <p className={`${styles.lead} text-secondary`}>
          {t('networks.comparison.lead')} {time && t('networks.comparison.takes', { time })}
        </p>
      )}
      {error && !data ? (
        <ErrorState title={t('networks.comparison.failed')} error={error} onRetry={() => void refetch()} />
      ) : data?.comparisons.length === 0 ? null : (
        <History comparisons={data?.comparisons} />
      )}
    </Card>
  )
}

function Progress({ comparison: { compared, total, found } }: { comparison: ComparisonData }) {
  const { t } = useTranslation()
  const percent = percentOf(compared, total)
  return (
    <div className={styles.lead}>
      <p className="row">
        <span className="grow tabular-numbers" role="status">
          <b className="semibold">{t('networks.comparison.done', { done: compared, count: total })}</b>{' '}
          <span className="text-secondary">{t('networks.comparison.found', { count: found })}</span>
        </span>
        <b className="semibold tabular-numbers">{formatPercent(percent)}</b>
      </p>
      <UsageBar percent={percent} tone="active" thick />
      <p className="text-small text-tertiary">{t('networks.comparison.runs')}</p>
    </div>
  )
}

function History({ comparisons }: { comparisons: readonly ComparisonData[] | undefined }) {
  const { t } = useTranslation()
  const count = (id: 'compared' | 'differing' | 'open', of: (row: ComparisonData) => number) =>
    countColumn(id, t(`networks.comparison.${id}`), of, { phone: 'foot', isNamed: true })
  const columns: TableColumn<ComparisonData>[] = [
    {
      id: 'startedAt',
      isRowHead: true,
      phone: 'head',
      head: t('networks.comparison.startedAt'),
      cell: (row) => formatMinute(row.startedAt),
    },
    {
      id: 'actor',
      head: t('networks.comparison.actor'),
      className: 'hide-on-phone text-secondary',
      cell: (row) => <PersonName email={row.actor} />,
    },
    {
      id: 'finishedAt',
      head: t('networks.comparison.finishedAt'),
      className: 'hide-on-phone text-secondary',
      cell: ({ finishedAt }) => (finishedAt ? formatMinute(finishedAt) : t('networks.comparison.running')),
    },
    count('compared', ({ compared }) => compared),
    count('differing', ({ found }) => found),
    count('open', ({ open }) => open),
  ]
  return (
    <Table
      label={t('networks.comparison.history')}
      rows={comparisons}
      rowKey={({ startedAt }) => startedAt}
      columns={columns}
      waiting={1}
    />
  )
}
