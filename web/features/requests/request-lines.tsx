import { useTranslation } from 'react-i18next'
import { isEnded, isFilling } from '#domain/request-life-cycle.ts'
import { formatNumber } from '#web/lib/format.ts'
import { localisedOrigins } from '#web/lib/origin-word.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { OrderTotals } from '#web/shared/orders/order-totals.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue, Table, TwoLines } from '#web/ui/table.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import styles from './request.module.css'
import type { RequestData } from './requests.api.ts'

type Line = RequestData['lines'][number]

/** The requested items, with the prices of that day. */
export function RequestLines({ request: { lines, totals, status, simQuantity } }: { request: RequestData }) {
  const { t } = useTranslation()
  const hasAssigned = isFilling(status) && lines.some(({ kind }) => kind === 'sims')
  const waitsForSims = simQuantity > 0 && !isEnded(status) && lines.every(({ assigned: count }) => count === 0)
  const named = { phone: 'line', isNamed: true } as const
  const assigned = {
    id: 'assigned',
    head: t('requests.assigned'),
    width: 124,
    ...named,
    className: styles.assigned,
    cell: (line: Line) => <Assigned line={line} />,
  }
  return (
    <Card title={t('requests.items')} about={t('requests.prices')} line>
      <Table
        label={t('requests.items')}
        rows={lines}
        rowKey={({ lineNo }) => lineNo}
        columns={[
          {
            id: 'quantity',
            head: t('requests.quantity'),
            width: 88,
            ...named,
            isNumber: true,
            cell: ({ quantity }) => formatNumber(quantity),
          },
          {
            id: 'what',
            head: t('requests.what'),
            phone: 'head',
            isRowHead: true,
            cell: ({ name, about, kind, planCode }) => (
              <TwoLines
                isStrong
                first={name}
                second={kind === 'sims' ? `${localisedOrigins(about)} · ${planCode}` : productTypeLabel(about)}
              />
            ),
          },
          ...(hasAssigned ? [assigned] : []),
          {
            id: 'each',
            head: t('requests.each'),
            width: 144,
            ...named,
            isNumber: true,
            cell: (line) => <Each line={line} />,
          },
          {
            id: 'total',
            head: t('requests.total'),
            width: 144,
            phone: 'mark',
            isNumber: true,
            cell: ({ totalMinor, currency }) => <MoneyAmount amountMinor={totalMinor} currency={currency} />,
          },
        ]}
      />
      <div className={styles.totals}>
        <OrderTotals totals={totals} />
      </div>
      {waitsForSims ? (
        <p className={`${styles.noSims} text-secondary`}>
          {t('requests.simsNone')}. {t('requests.simsNoneHint')}
        </p>
      ) : null}
    </Card>
  )
}

function Assigned({ line: { kind, assigned, quantity } }: { line: Line }) {
  const { t } = useTranslation()
  if (kind !== 'sims') return <NoValue />
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
    <div>
      <TwoLines
        first={<MoneyAmount amountMinor={unitMinor} currency={currency} />}
        second={kind === 'sims' ? t('requests.perMonth') : null}
      />
    </div>
  )
}
