import { IconDeviceSim } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { formatNumber, formatPercent, formatUsedMb, usedMb } from '#web/lib/format.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import dashboardStyles from './dashboard.module.css'
import { SimsLink } from './sims-link.tsx'
import styles from './top.module.css'

type Consumption = DashboardData['topConsumptions'][number]

/** '274 / 250 MB' */
function UsedOfPlan({ consumption, planMb }: Consumption) {
  if (planMb === 0) return formatUsedMb(consumption)
  return (
    <>
      {usedMb(consumption)} <span className="text-tertiary">{`/ ${formatNumber(planMb)}\u00a0MB`}</span>
    </>
  )
}

/** Percent up to three digits; above, the multiple of the plan. */
const shareOfPlan = (percent: number): string => (percent > 999 ? `×${formatNumber(percent / 100)}` : formatPercent(percent))

function PercentOfPlan({ consumption, planMb }: Consumption) {
  const { t } = useTranslation()
  if (planMb === 0) return <span className="text-tertiary">{t('dashboard.noPercent')}</span>
  const percent = consumptionPercent(consumption, planMb)
  return (
    <span className={styles.use}>
      <UsageBar percent={percent} tone={usageTone(percent)} />
      <b title={formatPercent(percent)}>{shareOfPlan(percent)}</b>
    </span>
  )
}

/** Its label with its number below; without a label the number only. */
function Sim({ icc, label }: Consumption) {
  if (label === '')
    return (
      <span className="text-small">
        <Icc value={icc} />
      </span>
    )
  return (
    <>
      <span className={`ellipsis ${styles.label}`} title={label} data-given-name="">
        {label}
      </span>
      <span className="text-small text-tertiary">
        <Icc value={icc} />
      </span>
    </>
  )
}

function useColumns(): TableColumn<Consumption>[] {
  const { t } = useTranslation()
  const simCell = (row: Consumption) => (
    <SimsLink className={`medium ${styles.sim}`} search={simsSearch({ icc: row.icc })}>
      <Sim {...row} />
    </SimsLink>
  )
  return [
    { id: 'sim', head: t('dashboard.sim'), isRowHead: true, className: styles.name, cell: simCell },
    {
      id: 'imei',
      head: 'IMEI',
      className: `${styles.imei} tabular-numbers`,
      cell: ({ imei }) => <span className="text-secondary">{formatImei(imei)}</span>,
    },
    {
      id: 'msisdn',
      head: 'MSISDN',
      className: `${styles.msisdn} tabular-numbers`,
      cell: ({ msisdn }) => <span className="text-secondary">{formatMsisdn(msisdn)}</span>,
    },
    {
      id: 'used',
      head: t('dashboard.usedOfPlan'),
      isNumber: true,
      className: styles.used,
      cell: (row) => (
        <HighlightOnChange value={row.consumption}>
          <UsedOfPlan {...row} />
        </HighlightOnChange>
      ),
    },
    {
      id: 'percent',
      head: t('dashboard.ofPlan'),
      isNumber: true,
      className: styles.percent,
      cell: (row) => (
        <>
          <PercentOfPlan {...row} />
          <span className={`${styles.usedOnPhone} text-small text-tertiary`}>
            <UsedOfPlan {...row} />
          </span>
        </>
      ),
    },
  ]
}

/** Rows that are shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 5

export function TopCard({ data }: { data: Pick<DashboardData, 'topConsumptions'> | undefined }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [all, setAll] = useState(false)
  const rows = data?.topConsumptions
  const hasMore = rows !== undefined && rows.length > SHOWN_AT_FIRST
  const more = hasMore ? (
    <Button variant="ghost" size="sm" className="text-small" aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? t('dashboard.fewer') : t('dashboard.topAll', { count: rows.length })}
    </Button>
  ) : undefined
  return (
    <Card className={dashboardStyles.fiveColumns} title={t('dashboard.top')} about={t('dashboard.topAbout')} actions={more}>
      {rows?.length === 0 ? (
        <EmptyState Icon={IconDeviceSim} title={t('dashboard.topEmpty')}>
          {t('dashboard.topEmptyText')}
        </EmptyState>
      ) : (
        <Table
          className={styles.table}
          columns={columns}
          rows={rows?.slice(0, all ? rows.length : SHOWN_AT_FIRST)}
          rowKey={({ icc }) => icc}
          waiting={SHOWN_AT_FIRST}
        />
      )}
    </Card>
  )
}
