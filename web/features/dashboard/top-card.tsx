import { IconDeviceSim } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard.calls.ts'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { byteParts, formatBytes, formatMb, formatPercent } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Glow } from '#web/ui/glow.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Meter, usageTone } from '#web/ui/meter.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import './top.css'

type Consumption = DashboardData['topConsumptions'][number]

/** '274 / 250 MB': the unit once when both have the same. */
function UsedOfPlan({ consumption, planMb }: Consumption) {
  const used = byteParts(consumption)
  if (planMb === 0) return formatBytes(consumption)
  const isSameUnit = used.unit === byteParts(planMb * BYTES_PER_MB).unit
  return (
    <>
      {isSameUnit ? used.figure : formatBytes(consumption)} <span className="t3">/ {formatMb(planMb)}</span>
    </>
  )
}

function PercentOfPlan({ consumption, planMb }: Consumption) {
  const { t } = useTranslation()
  if (planMb === 0) return <span className="t3">{t('dashboard.noPercent')}</span>
  const percent = consumptionPercent(consumption, planMb)
  return (
    <span className="use top-use">
      <Meter percent={percent} tone={usageTone(percent)} />
      <b>{formatPercent(percent)}</b>
    </span>
  )
}

function useColumns(): TableColumn<Consumption>[] {
  const { t } = useTranslation()
  const maySee = holds(useSession(), 'sims')
  const iccCell = ({ icc }: Consumption) =>
    maySee ? (
      <Link className="b" to="/sims" search={simsSearch({ icc })}>
        <Icc value={icc} />
      </Link>
    ) : (
      <Icc value={icc} />
    )
  return [
    { id: 'icc', head: 'ICC', isRowHead: true, cell: iccCell },
    { id: 'imei', head: 'IMEI', className: 'top-imei', cell: ({ imei }) => <span className="t2 tn">{formatImei(imei)}</span> },
    {
      id: 'msisdn',
      head: 'MSISDN',
      className: 'lo top-msisdn',
      cell: ({ msisdn }) => <span className="t2 tn">{formatMsisdn(msisdn)}</span>,
    },
    {
      id: 'used',
      head: t('dashboard.usedOfPlan'),
      isNumber: true,
      className: 'lo2 top-used',
      cell: (row) => (
        <Glow value={row.consumption}>
          <UsedOfPlan {...row} />
        </Glow>
      ),
    },
    {
      id: 'percent',
      head: t('dashboard.ofPlan'),
      isNumber: true,
      className: 'top-percent',
      cell: (row) => <PercentOfPlan {...row} />,
    },
  ]
}

/** Rows that stand beside the other cards; the rest opens below. */
const FIRST = 6

export function TopCard({ data }: { data: Pick<DashboardData, 'topConsumptions'> | undefined }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [all, setAll] = useState(false)
  const rows = data?.topConsumptions
  const hasMore = rows !== undefined && rows.length > FIRST
  const more = hasMore ? (
    <Button variant="ghost" size="sm" className="s12" aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? t('dashboard.fewer') : t('dashboard.topAll', { count: rows.length })}
    </Button>
  ) : undefined
  return (
    <Card className="c5" title={t('dashboard.top')} about={t('dashboard.topAbout')} actions={more}>
      {rows?.length === 0 ? (
        <EmptyState Icon={IconDeviceSim} title={t('dashboard.topEmpty')}>
          {t('dashboard.topEmptyText')}
        </EmptyState>
      ) : (
        <Table
          className="top-tbl"
          columns={columns}
          rows={rows?.slice(0, all ? rows.length : FIRST)}
          rowKey={({ icc }) => icc}
          waiting={FIRST}
        />
      )}
    </Card>
  )
}
