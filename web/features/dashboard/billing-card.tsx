import { IconReceipt } from '@tabler/icons-react'
import { Link, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { formatMoney, monthNameOf, monthOf } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Card } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableToggle, useTableView } from '#web/ui/table-toggle.tsx'
import styles from './billing.module.css'
import {
  type AmountBand,
  type BillingBar,
  bandOf,
  billingBars,
  isBandDrawn,
  type Scale,
  scaleOf,
  shortAmount,
  topOf,
} from './billing-bars.ts'
import dashboardStyles from './dashboard.module.css'

type Billing = Pick<DashboardData, 'debt' | 'estimated' | 'billing' | 'cycle'>

interface FigureProps {
  readonly label: string
  /** minor units; undefined while they load */
  readonly amount: number | undefined
  readonly currency: string | undefined
  /** first day of the cycle that it leads to */
  readonly period?: string | undefined
  /** text below the amount, for which there is room also while it is empty */
  readonly note?: string | undefined
}

function Figure({ label, amount, currency, period, note }: FigureProps) {
  return (
    <Link to="/report-charges" search={period ? { period: period.slice(0, 7) } : {}}>
      <span className="overline">{label}</span>
      <span className={styles.value}>
        {amount === undefined || !currency ? <Skeleton /> : <MoneyAmount amountMinor={amount} currency={currency} />}
      </span>
      {note === undefined ? null : <span className={`${styles.note} text-small text-tertiary`}>{note}</span>}
    </Link>
  )
}

/** entre $46.900.000 y $50.100.000 */
function useBandText(): (band: AmountBand, currency: string) => string {
  const { t } = useTranslation()
  return ({ low, high }, currency) =>
    t('common.between', { low: formatMoney(low, currency), high: formatMoney(high, currency) })
}

/** The operator collects what its customers owe. */
function useDebtWord(): string {
  const { t } = useTranslation()
  return t(holds(useSession(), 'wholePortal') ? 'dashboard.toCollect' : 'dashboard.debt')
}

function Figures({ data, bars }: { data: Billing | undefined; bars: readonly BillingBar[] }) {
  const { t } = useTranslation()
  const last = bars.findLast((bar) => !bar.isEstimate)
  const bandText = useBandText()
  const { debt, estimated, cycle } = data ?? {}
  const band = estimated && bandOf(estimated)
  return (
    <div className={styles.figures}>
      <Figure label={useDebtWord()} amount={debt?.total} currency={debt?.currency} />
      <Figure
        label={last ? t('dashboard.lastOf', { month: monthNameOf(last.month) }) : t('dashboard.last')}
        amount={estimated?.last}
        currency={estimated?.currency}
        period={last?.month}
      />
      <Figure
        label={cycle ? t('dashboard.estimatedOf', { month: monthNameOf(cycle.start) }) : t('dashboard.estimated')}
        amount={estimated?.estimated}
        currency={estimated?.currency}
        period={cycle?.start}
        note={band ? bandText(band, estimated.currency) : ''}
      />
    </div>
  )
}

/** Debts in other currencies, in one line. */
function OtherDebts({ others }: { others: DashboardData['debt']['others'] }) {
  const { t } = useTranslation()
  const debt = useDebtWord()
  if (others.length === 0) return null
  return (
    <p className={`${styles.otherDebts} text-small text-tertiary`}>
      {t('dashboard.otherDebts', { debt })}
      {others.map((other) => (
        <MoneyAmount key={other.currency} {...other} />
      ))}
    </p>
  )
}

/** The documents of a billing month. */
const chargesOf = (month: string) => linkOptions({ to: '/report-charges', search: { period: month.slice(0, 7) } })

function BarChart({ bars, currency, scale }: { bars: readonly BillingBar[]; currency: string; scale: Scale }) {
  const { t } = useTranslation()
  const bandText = useBandText()
  const highest = Math.max(1, ...bars.map(topOf))
  const lastIssued = bars.findLast((bar) => !bar.isEstimate)
  const classNameOf = (bar: BillingBar) => (bar.isEstimate ? styles.estimate : bar === lastIssued ? styles.last : undefined)
  const range = { from: monthNameOf(bars[0]?.month ?? ''), to: monthNameOf(bars.at(-1)?.month ?? '') }
  const nameOf = ({ month, amountMinor, band }: BillingBar): string => {
    const amount = `${formatMoney(amountMinor, currency)}\u00a0${currency}`
    const name = t('dashboard.billedIn', { month: monthNameOf(month), year: month.slice(0, 4), amount })
    return band ? `${name}, ${bandText(band, currency)}` : name
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.bars} role="group" aria-label={t('dashboard.billingChart', range)}>
      {bars.map((bar) => (
        <Link key={bar.month} {...chargesOf(bar.month)} className={classNameOf(bar)} aria-label={nameOf(bar)}>
          <span className={styles.tip}>{nameOf(bar)}</span>
          <span className={styles.amount}>{shortAmount(bar.amountMinor, currency, scale)}</span>
          <Bar bar={bar} height={(topOf(bar) / highest) * 66} />
          <span className={styles.month}>
            {bar.isEstimate ? t('dashboard.estimateShort', { month: monthOf(bar.month) }) : monthOf(bar.month)}
          </span>
        </Link>
      ))}
    </div>
  )
}

/** A bar; with a band the whole height reaches to its upper end. @param height percent of the chart */
function Bar({ bar: { amountMinor, band }, height }: { bar: BillingBar; height: number }) {
  if (!band) return <span className={styles.bar} style={{ height: `${height}%` }} />
  const share = (amount: number) => `${(amount / band.high) * 100}%`
  return (
    <span className={styles.reach} style={{ height: `${height}%` }}>
      <span className={styles.bar} style={{ height: share(amountMinor) }} />
      {isBandDrawn(band) ? <span className={styles.band} style={{ height: share(band.high - band.low) }} /> : null}
    </span>
  )
}

function BarTable({ bars, currency }: { bars: readonly BillingBar[]; currency: string }) {
  const { t } = useTranslation()
  const bandText = useBandText()
  const cycle = (bar: BillingBar) => (
    <>
      {monthNameOf(bar.month)} {bar.month.slice(0, 4)}
      {bar.isEstimate ? <span className="text-tertiary"> {t('dashboard.estimate')}</span> : null}
    </>
  )
  return (
    <Table
      rows={bars}
      rowKey={({ month }) => month}
      columns={[
        { id: 'cycle', head: t('dashboard.cycle'), isRowHead: true, cell: cycle },
        {
          id: 'amount',
          head: t('dashboard.amount'),
          isNumber: true,
          cell: ({ amountMinor, band }) => (
            <>
              {band ? <span className="text-small text-tertiary">{bandText(band, currency)} </span> : null}
              <MoneyAmount amountMinor={amountMinor} currency={currency} />
            </>
          ),
        },
      ]}
    />
  )
}

function BarSkeleton() {
  return (
    <div className={styles.bars} aria-busy="true">
      {[42, 43, 44, 46, 45, 47, 48, 49, 50, 51, 53, 55].map((height) => (
        <div key={height} className={styles.wait}>
          <span className={styles.bar} style={{ height: `${height}%` }} />
          <span className={styles.month}>&nbsp;</span>
        </div>
      ))}
    </div>
  )
}

export function BillingCard({ data }: { data: Billing | undefined }) {
  const { t } = useTranslation()
  const [asTable, toggle] = useTableView()
  const bars = data ? billingBars(data) : []
  const currency = data?.estimated.currency ?? ''
  const scale = scaleOf(bars, currency)
  const isEmpty = data !== undefined && bars.length === 0
  const isBlank = isEmpty && data.estimated.estimated === 0 && data.debt.total === 0
  return (
    <Card
      className={`${dashboardStyles.eightColumns} ${dashboardStyles.column}`}
      title={t('dashboard.billing')}
      about={bars.length > 0 ? t(`dashboard.${scale}`, { currency }) : undefined}
      actions={
        bars.length > 0 ? (
          <>
            <Link className={`${buttonStyles.ghost} ${buttonStyles.small} text-small`} to="/report-charges">
              {t('dashboard.toCharges')}
            </Link>
            <TableToggle asTable={asTable} onToggle={toggle} />
          </>
        ) : undefined
      }
    >
      {isBlank ? null : <Figures data={data} bars={bars} />}
      {data ? <OtherDebts others={data.debt.others} /> : null}
      {data ? null : <BarSkeleton />}
      {isEmpty ? (
        <EmptyState Icon={IconReceipt} title={t('dashboard.billingEmpty')}>
          {t('dashboard.billingEmptyText')}
        </EmptyState>
      ) : null}
      {bars.length > 0 && asTable ? <BarTable bars={bars} currency={currency} /> : null}
      {bars.length > 0 && !asTable ? <BarChart bars={bars} currency={currency} scale={scale} /> : null}
    </Card>
  )
}
