import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { localisedOrigins } from '#web/lib/origin-word.ts'
import { OrderTotals } from '#web/shared/orders/order-totals.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Table } from '#web/ui/table.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import styles from './request.module.css'
import type { RequestData } from './requests.api.ts'

type Line = RequestData['lines'][number]

/** The requested items, with the prices of that day. */
export function RequestLines({ request: { lines, totals, status } }: { request: RequestData }) {
  const { t } = useTranslation()
  const isFilling = status !== 'submitted' && lines.some(({ kind }) => kind === 'sims')
  const assigned = {
    id: 'assigned',
    head: t('requests.assigned'),
    className: styles.assigned,
    cell: (line: Line) => <Assigned line={line} />,
  }
  return (
    <Card title={t('requests.items')} about={t('requests.prices')} line>
      <Table
        label={t('requests.items')}
        className={styles.lines}
        rows={lines}
        rowKey={({ lineNo }) => lineNo}
        columns={[
          {
            id: 'what',
            head: t('requests.what'),
            className: styles.what,
            isRowHead: true,
            cell: (line) => <What line={line} />,
          },
          {
            id: 'quantity',
            head: t('requests.quantity'),
            className: `${styles.quantity} tabular-numbers`,
            isNumber: true,
            cell: ({ quantity }) => formatNumber(quantity),
          },
          ...(isFilling ? [assigned] : []),
          {
            id: 'each',
            head: t('requests.each'),
            className: styles.each,
            isNumber: true,
            cell: (line) => <Each line={line} />,
          },
          {
            id: 'total',
            head: t('requests.total'),
            className: styles.total,
            isNumber: true,
            cell: ({ totalMinor, currency }) => <MoneyAmount amountMinor={totalMinor} currency={currency} />,
          },
        ]}
      />
      <div className={styles.totals}>
        <OrderTotals totals={totals} />
      </div>
    </Card>
  )
}

function What({ line: { name, about, kind, planCode } }: { line: Line }) {
  return (
    <>
      <span className={`${styles.line} medium ellipsis`} title={name}>
        {name}
      </span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`}>
        {kind === 'sims' ? `${localisedOrigins(about)} · ${planCode}` : about}
      </span>
    </>
  )
}

function Assigned({ line: { kind, assigned, quantity } }: { line: Line }) {
  const { t } = useTranslation()
  if (kind !== 'sims') return <span className="text-tertiary">—</span>
  return (
    <span className={styles.assignedShare}>
      <span className="tabular-numbers">{t('requests.assignedOf', { done: assigned, count: quantity })}</span>
      <UsageBar percent={(assigned / quantity) * 100} />
    </span>
  )
}

function Each({ line: { unitMinor, currency, kind } }: { line: Line }) {
  const { t } = useTranslation()
  return (
    <>
      <MoneyAmount amountMinor={unitMinor} currency={currency} />
      {kind === 'sims' ? <span className={`${styles.line} text-tertiary text-small`}>{t('requests.perMonth')}</span> : null}
    </>
  )
}
