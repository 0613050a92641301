import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMb, formatMoney, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue, Table, type TableColumn, TwoLines } from '#web/ui/table.tsx'
import type { AdvisedPlan } from '../plans.api.ts'
import styles from './optimise.module.css'

/** Each plan: how much of it is used, and its SIMs and cost, now and by the advice. On a phone each is a card. */
export function AdvisedPlans({ plans, cycles }: { plans: readonly AdvisedPlan[]; cycles: number }) {
  const { t } = useTranslation()
  const number = { isNumber: true, phone: 'line', isNamed: true } as const
  const columns: TableColumn<AdvisedPlan>[] = [
    {
      id: 'plan',
      head: t('plans.optimise.plan'),
      isRowHead: true,
      phone: 'head',
      width: '20%',
      cell: ({ planName, planCode, dataMb }) => (
        <TwoLines isStrong first={planName} second={dataMb > 0 ? `${planCode} · ${formatMb(dataMb)}` : planCode} />
      ),
    },
    { id: 'use', head: t('plans.optimise.use'), phone: 'line', cell: ({ use }) => <UseBar use={use} /> },
    {
      id: 'sims',
      head: t('plans.optimise.simsHead'),
      ...number,
      width: 144,
      cell: ({ today, advised }) => (
        <NowAndAdvised now={today.sims === advised.sims ? undefined : formatNumber(today.sims)}>
          {formatNumber(advised.sims)}
        </NowAndAdvised>
      ),
    },
    {
      id: 'cost',
      head: t('plans.optimise.costHead'),
      ...number,
      width: 240,
      cell: ({ today, advised, currency }) => (
        <NowAndAdvised now={today.amountMinor === advised.amountMinor ? undefined : formatMoney(today.amountMinor, currency)}>
          <MoneyAmount amountMinor={advised.amountMinor} currency={currency} />
        </NowAndAdvised>
      ),
    },
    {
      id: 'difference',
      head: t('plans.optimise.difference'),
      ...number,
      width: 184,
      cell: ({ today, advised, currency }) => (
        <AdvisedDifference amountMinor={advised.amountMinor - today.amountMinor} currency={currency} />
      ),
    },
  ]
  if (plans.length === 0) return null
  const title = t('plans.optimise.byPlan')
  return (
    <Card
      title={title}
      about={t('plans.optimise.byPlanAbout', { count: cycles })}
      line
      className={styles.part}
      actions={<UseLegend />}
    >
      <div className={styles.wide}>
        <Table label={title} columns={columns} rows={plans} rowKey={({ planCode }) => planCode} rowClass={rowClass} />
      </div>
    </Card>
  )
}

/** A plan that the advice leaves alone is quiet. */
const rowClass = ({ today, advised }: AdvisedPlan): string | undefined =>
  today.sims === advised.sims && today.amountMinor === advised.amountMinor ? 'text-secondary' : undefined

/** @param now undefined where the advice leaves it as it is */
function NowAndAdvised({ now, children }: { now: string | undefined; children: ReactNode }) {
  if (now === undefined) return children
  return (
    <span className={styles.change}>
      <span className="text-secondary no-wrap">{now} →</span> {children}
    </span>
  )
}

/** In the order of the contract. */
const STEPS = ['none', 'to25', 'to50', 'to75', 'to100', 'over'] as const

/** What the colours of the bars mean. */
function UseLegend() {
  const { t } = useTranslation()
  return (
    <ul className={styles.legend} aria-hidden="true">
      {STEPS.map((step) => (
        <li key={step} className="text-small text-secondary">
          <i data-step={step} />
          {t(`plans.optimise.useSteps.${step}`)}
        </li>
      ))}
    </ul>
  )
}

/** A plan's SIMs by how much of its data they use, in six steps. The numbers are in the text for screen readers and on hover. */
function UseBar({ use }: Pick<AdvisedPlan, 'use'>) {
  const { t } = useTranslation()
  const parts = STEPS.map((step, index) => {
    const count = use[index] ?? 0
    return { step, count, text: `${t(`plans.optimise.useSteps.${step}`)}: ${t('plans.optimise.sims', { count })}` }
  }).filter(({ count }) => count > 0)
  if (parts.length === 0) return <NoValue />
  return (
    <span className={styles.use}>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ step, count, text }) => (
          <i key={step} className={styles.step} data-step={step} style={{ flexGrow: count }} title={text} />
        ))}
      </span>
      <span className="visually-hidden">{parts.map(({ text }) => text).join(', ')}</span>
    </span>
  )
}

/** What the advice changes of a cost: less of it is a saving. */
export function AdvisedDifference({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  if (amountMinor === 0) return <NoValue />
  return (
    <span className={amountMinor < 0 ? 'text-active' : undefined}>
      <MoneyAmount isSigned amountMinor={amountMinor} currency={currency} />
    </span>
  )
}
