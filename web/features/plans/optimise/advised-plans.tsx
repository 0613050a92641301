import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Table, type TableColumn, TwoLines } from '#web/ui/table.tsx'
import type { LastAdvice } from '../plans.api.ts'
import styles from './optimise.module.css'

type Plan = LastAdvice['result']['plans'][number]

/** SIMs and cost of each plan, now and by the advice. */
export function AdvisedPlans({ plans }: { plans: LastAdvice['result']['plans'] }) {
  const { t } = useTranslation()
  const number = { isNumber: true, phone: 'line', isNamed: true } as const
  const columns: TableColumn<Plan>[] = [
    {
      id: 'plan',
      head: t('plans.optimise.plan'),
      isRowHead: true,
      phone: 'head',
      cell: ({ planName, planCode }) => <TwoLines first={planName} second={planCode} isStrong />,
    },
    { id: 'before', head: t('plans.optimise.before'), ...number, width: '11%', cell: ({ today }) => formatNumber(today.sims) },
    {
      id: 'after',
      head: t('plans.optimise.after'),
      ...number,
      width: '11%',
      cell: ({ advised }) => formatNumber(advised.sims),
    },
    {
      ...{ id: 'cost', head: t('plans.optimise.cost'), ...number, width: '18%' },
      cell: ({ today, currency }) => <MoneyAmount amountMinor={today.amountMinor} currency={currency} />,
    },
    {
      ...{ id: 'costAfter', head: t('plans.optimise.costAfter'), ...number, width: '18%' },
      cell: ({ advised, currency }) => <MoneyAmount amountMinor={advised.amountMinor} currency={currency} />,
    },
    {
      ...{ id: 'difference', head: t('plans.optimise.difference'), ...number, width: '18%' },
      cell: ({ today, advised, currency }) => (
        <MoneyAmount amountMinor={advised.amountMinor - today.amountMinor} currency={currency} />
      ),
    },
  ]
  return (
    <Card title={t('plans.optimise.byPlan')} about={t('plans.optimise.byPlanAbout')} line className={styles.part}>
      <Table
        columns={columns}
        rows={plans}
        rowKey={({ planCode }) => planCode}
        label={t('plans.optimise.byPlan')}
        className={styles.rows}
      />
    </Card>
  )
}
