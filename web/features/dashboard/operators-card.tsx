import { IconChartDonut } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import dashboardStyles from './dashboard.module.css'
import styles from './donut.module.css'
import { dashOf, RADIUS, slicesOf } from './donut.ts'
import { SimsLink } from './sims-link.tsx'

interface Share {
  label: string
  providerId: number
  count: number
  percent: number
  color: string
}

function sharesOf({ series, labels, providerIds }: DashboardData['operatorSims']): Share[] {
  const total = series.reduce((sum, count) => sum + count, 0)
  return slicesOf(series).map(({ color }, index) => ({
    label: labels[index] ?? '',
    providerId: providerIds[index] ?? 0,
    count: series[index] ?? 0,
    percent: percentOf(series[index] ?? 0, total),
    color,
  }))
}

function Ring({ series }: { series: readonly number[] }) {
  const { t } = useTranslation()
  const total = formatNumber(series.reduce((sum, count) => sum + count, 0))
  return (
    <svg viewBox="0 0 132 132" role="img" aria-label={t('dashboard.byOperatorChart', { total })}>
      <g transform="rotate(-90 66 66)" fill="none" strokeWidth="15">
        {slicesOf(series).map((slice) => (
          <circle
            key={slice.offset}
            cx="66"
            cy="66"
            r={RADIUS}
            stroke={slice.color}
            strokeDasharray={dashOf(slice)}
            strokeDashoffset={-slice.offset}
          />
        ))}
      </g>
      <text x="66" y="65" textAnchor="middle" className={classes(styles.ringTotal, total.length > 7 && styles.small)}>
        {total}
      </text>
      <text x="66" y="81" textAnchor="middle" className={styles.ringUnit}>
        {t('dashboard.sims')}
      </text>
    </svg>
  )
}

function LegendRow({ share }: { share: Share }) {
  return (
    <SimsLink search={simsSearch({ providerIds: [share.providerId] })}>
      <i style={{ background: share.color }} />
      <span className="ellipsis">{share.label}</span>
      <span className="numeric medium">{formatNumber(share.count)}</span>
      <span className="numeric text-tertiary">{formatPercent(share.percent, 1)}</span>
    </SimsLink>
  )
}

function ShareTable({ shares }: { shares: readonly Share[] }) {
  const { t } = useTranslation()
  return (
    <Table
      rows={shares}
      rowKey={({ providerId }) => providerId}
      columns={[
        { id: 'operator', head: t('dashboard.operator'), isRowHead: true, cell: ({ label }) => label },
        { id: 'sims', head: t('dashboard.sims'), isNumber: true, cell: ({ count }) => formatNumber(count) },
        { id: 'share', head: t('dashboard.share'), isNumber: true, cell: ({ percent }) => formatPercent(percent, 1) },
      ]}
    />
  )
}

function RingSkeleton() {
  return (
    <div className={styles.donut} aria-busy="true">
      <span className={styles.ringSkeleton} />
      <div className={styles.legend}>
        {[70, 76, 62, 80, 74, 78].map((width) => (
          <div key={width} className={styles.legendSkeleton}>
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}

export function OperatorsCard({ data }: { data: Pick<DashboardData, 'operatorSims'> | undefined }) {
  const { t } = useTranslation()
  const [asTable, toggle] = useTableView()
  const shares = data ? sharesOf(data.operatorSims) : []
  const biggest = shares[0]
  return (
    <Card
      className={`${dashboardStyles.fourColumns} ${dashboardStyles.column}`}
      title={t('dashboard.byOperator')}
      actions={shares.length > 0 ? <TableToggle asTable={asTable} onToggle={toggle} /> : undefined}
    >
      {data ? null : <RingSkeleton />}
      {data && shares.length === 0 ? <EmptyState Icon={IconChartDonut} title={t('dashboard.noSims')} /> : null}
      {shares.length > 0 && asTable ? <ShareTable shares={shares} /> : null}
      {data && shares.length > 0 && !asTable ? (
        <div className={styles.donut}>
          <Ring series={data.operatorSims.series} />
          <div className={styles.legend}>
            {shares.map((share) => (
              <LegendRow key={share.providerId} share={share} />
            ))}
          </div>
        </div>
      ) : null}
      {data ? null : (
        <p className={`${dashboardStyles.foot} text-small`}>
          <Skeleton width="46%" />
        </p>
      )}
      {biggest && !asTable ? (
        <p className={`${dashboardStyles.foot} text-small text-tertiary`}>
          {biggest.percent > 50
            ? t('dashboard.dependence', { percent: formatPercent(biggest.percent) })
            : t('dashboard.evenSpread')}
        </p>
      ) : null}
    </Card>
  )
}
