import { IconReplace } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import type { PlanAdvice } from '../plans.api.ts'
import styles from './optimise.module.css'

type Moves = PlanAdvice['moves'][number]
type Sim = Moves['sims'][number]

/** SIMs that are shown at first; each press of 'more' shows as many again. */
const STEP = 10
const MORE = 100

interface AdvisedMovesProps {
  readonly moves: Moves
  readonly plans: PlanAdvice['plans']
}

/** The SIMs that move to one plan, those that save most first, and the operation that moves them. */
export function AdvisedMoves({ moves: { planCode, sims }, plans }: AdvisedMovesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [shown, setShown] = useState(STEP)
  const planOf = (code: string) => plans.find((plan) => plan.planCode === code)
  const { planName = planCode, currency = '' } = planOf(planCode) ?? {}
  const title = t('plans.optimise.moveTo', { plan: planName })
  const change = () =>
    operationRequest.open({
      kind: 'plan',
      source: { icc: sims.map(({ icc }) => icc) },
      count: sims.length,
      details: { planCode, from: 'nextCycle' },
    })
  return (
    <Card
      title={title}
      about={t('plans.optimise.moveAbout')}
      line
      className={styles.part}
      actions={
        holds(session, 'sims') ? (
          <Button
            aria-haspopup="dialog"
            aria-label={t('plans.optimise.changeOf', { count: sims.length, plan: planName })}
            onClick={change}
          >
            <IconReplace className="icon" aria-hidden="true" />
            {t('plans.optimise.change', { count: sims.length })}
          </Button>
        ) : undefined
      }
    >
      <Table
        label={title}
        className={styles.rows}
        columns={useColumns((code) => planOf(code)?.planName ?? code, currency)}
        rows={sims.slice(0, shown)}
        rowKey={({ icc }) => icc}
      />
      {shown < sims.length ? (
        <LoadMore isBusy={false} onMore={() => setShown(shown + MORE)}>
          {t('plans.optimise.more', { count: Math.min(MORE, sims.length - shown) })}
        </LoadMore>
      ) : null}
    </Card>
  )
}

function useColumns(nameOf: (planCode: string) => string, currency: string): TableColumn<Sim>[] {
  const { t } = useTranslation()
  const session = useSession()
  const money = { isNumber: true, phone: 'line', isNamed: true, width: '18%' } as const
  const amount = (amountMinor: number) => <MoneyAmount amountMinor={amountMinor} currency={currency} />
  return [
    {
      ...{ id: 'icc', head: 'ICC', isRowHead: true, phone: 'head', width: 220 },
      cell: ({ icc }) =>
        holds(session, 'sims') ? (
          <Link to="/sims/$icc" params={{ icc }}>
            <Icc value={icc} />
          </Link>
        ) : (
          <Icc value={icc} />
        ),
    },
    {
      ...{ id: 'from', head: t('plans.optimise.presentPlan'), phone: 'line', isNamed: true },
      title: ({ from }) => nameOf(from),
      cell: ({ from }) => nameOf(from),
    },
    { id: 'cost', head: t('plans.optimise.cost'), ...money, cell: ({ todayMinor }) => amount(todayMinor) },
    { id: 'costAfter', head: t('plans.optimise.costAfter'), ...money, cell: ({ advisedMinor }) => amount(advisedMinor) },
    {
      ...{ id: 'difference', head: t('plans.optimise.difference'), ...money },
      cell: ({ todayMinor, advisedMinor }) => amount(advisedMinor - todayMinor),
    },
  ]
}
