import { IconDeviceSim } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard.calls.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { byteParts, formatBytes, formatMb, formatPercent } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Meter, usageTone } from '#web/ui/meter.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import '#web/ui/table.css'

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

function ConsumptionRow({ row, maySee }: { row: Consumption; maySee: boolean }) {
  const { t } = useTranslation()
  const percent = consumptionPercent(row.consumption, row.planMb)
  return (
    <tr>
      <td>
        {maySee ? (
          <Link className="b" to="/sims" search={simsSearch({ icc: row.icc })}>
            <Icc value={row.icc} />
          </Link>
        ) : (
          <Icc value={row.icc} />
        )}
      </td>
      <td className="t2 tn s12 lo">{row.msisdn ? `+${row.msisdn}` : null}</td>
      <td className="num lo2">
        <UsedOfPlan {...row} />
      </td>
      <td>
        {row.planMb === 0 ? (
          <span className="t3">{t('dashboard.noPercent')}</span>
        ) : (
          <span className="use top-use">
            <Meter percent={percent} tone={usageTone(percent)} />
            <b>{formatPercent(percent)}</b>
          </span>
        )}
      </td>
    </tr>
  )
}

/** Rows that stand beside the other cards; the rest opens below. */
const FIRST = 6

export function TopCard({ data }: { data: Pick<DashboardData, 'topConsumptions'> | undefined }) {
  const { t } = useTranslation()
  const maySee = holds(useSession(), 'sims')
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
        <table className="tbl top-tbl" aria-busy={!rows}>
          <colgroup>
            <col />
            <col className="lo top-msisdn" />
            <col className="lo2 top-used" />
            <col className="top-percent" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">ICC</th>
              <th scope="col" className="lo">
                MSISDN
              </th>
              <th scope="col" className="num lo2">
                {t('dashboard.usedOfPlan')}
              </th>
              <th scope="col" className="num">
                {t('dashboard.ofPlan')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows ? (
              rows.slice(0, all ? rows.length : FIRST).map((row) => <ConsumptionRow key={row.icc} row={row} maySee={maySee} />)
            ) : (
              <SkeletonRows rows={FIRST} columns={4} />
            )}
          </tbody>
        </table>
      )}
    </Card>
  )
}
