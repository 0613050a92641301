import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastDayOf } from '#domain/days.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { NoValue, Table, type TableColumn } from '#web/ui/table.tsx'
import type { PlanAdvice } from '../plans.api.ts'
import styles from './optimise.module.css'

type Followed = PlanAdvice['followed'][number]

/** Older ones would push the present advice off the screen. */
const SHOWN = 3

/** What advice promised that SIMs followed, and what it saved in the first whole cycle on the new plans. */
export function FollowedAdvice({ followed }: { followed: PlanAdvice['followed'] }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [isWhole, setWhole] = useState(false)
  if (followed.length === 0) return null
  return (
    <Card title={t('plans.optimise.followed')} about={t('plans.optimise.followedAbout')} line className={styles.part}>
      <Table
        columns={columns}
        rows={isWhole ? followed : followed.slice(0, SHOWN)}
        rowKey={({ adviceId }) => adviceId}
        label={t('plans.optimise.followed')}
      />
      {isWhole || followed.length <= SHOWN ? null : (
        <LoadMore isBusy={false} onMore={() => setWhole(true)}>
          {t('plans.optimise.more', { count: followed.length - SHOWN })}
        </LoadMore>
      )}
    </Card>
  )
}

function useColumns(): TableColumn<Followed>[] {
  const { t } = useTranslation()
  const line = { phone: 'line', isNamed: true, width: '18%' } as const
  return [
    {
      id: 'asked',
      head: t('plans.optimise.calculation'),
      isRowHead: true,
      phone: 'head',
      cell: ({ askedAt }) => formatMinute(askedAt),
    },
    {
      id: 'sims',
      head: t('plans.optimise.simsHead'),
      ...line,
      isNumber: true,
      cell: ({ outcome, sims }) =>
        outcome && outcome.moved < sims
          ? t('plans.optimise.movedOf', { moved: formatNumber(outcome.moved), sims: formatNumber(sims) })
          : formatNumber(sims),
    },
    {
      id: 'cycle',
      head: t('plans.optimise.cycle'),
      ...line,
      cell: ({ outcome }) => (outcome ? formatDays(outcome.cycle.start, lastDayOf(outcome.cycle)) : <NoValue />),
    },
    {
      id: 'promised',
      head: t('plans.optimise.promised'),
      ...line,
      isNumber: true,
      cell: ({ promised }) => <Amounts amounts={promised} />,
    },
    {
      id: 'saved',
      head: t('plans.optimise.saved'),
      ...line,
      isNumber: true,
      cell: ({ promised, outcome }) =>
        outcome ? (
          <Amounts amounts={promised.map(({ currency }) => inCurrency(outcome.saved, currency))} />
        ) : (
          <span className="text-tertiary">{t('plans.optimise.savedLater')}</span>
        ),
    },
  ]
}

/** Nothing in a currency in which nothing was charged. */
const inCurrency = (amounts: Followed['promised'], currency: string): Followed['promised'][number] =>
  amounts.find((amount) => amount.currency === currency) ?? { currency, amountMinor: 0 }

/** An amount a line. */
function Amounts({ amounts }: { amounts: Followed['promised'] }) {
  return (
    <div>
      {amounts.map((amount) => (
        <div key={amount.currency}>
          <MoneyAmount {...amount} />
        </div>
      ))}
    </div>
  )
}
