import { IconReplace } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { type AdvisedSim, advisedSimsQuery, FIRST_SIMS, type LastAdvice, MORE_SIMS } from '../plans.api.ts'
import styles from './optimise.module.css'

interface AdvisedMovesProps {
  readonly company: number
  readonly adviceId: string
  readonly moves: LastAdvice['result']['moves'][number]
  readonly plans: LastAdvice['result']['plans']
}

/** The SIMs that move to one plan, those that save most first, and the operation that moves them. */
export function AdvisedMoves({ company, adviceId, moves: { planCode, sims }, plans }: AdvisedMovesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const advice = { company, adviceId, planCode }
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(advisedSimsQuery(advice))
  const rows = data?.pages.flat()
  const planOf = (code: string) => plans.find((plan) => plan.planCode === code)
  const { planName = planCode, currency = '' } = planOf(planCode) ?? {}
  const title = t('plans.optimise.moveTo', { plan: planName })
  const change = () =>
    operationRequest.open({ kind: 'plan', source: { advice }, count: sims, details: { planCode, from: 'nextCycle' } })
  const columns = useColumns((code) => planOf(code)?.planName ?? code, currency)
  const rest = sims - (rows?.length ?? 0)
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
            aria-label={t('plans.optimise.changeOf', { count: sims, plan: planName })}
            onClick={change}
          >
            <IconReplace className="icon" aria-hidden="true" />
            {t('plans.optimise.change', { count: sims })}
          </Button>
        ) : undefined
      }
    >
      {error && !rows ? (
        <ErrorState title={t('plans.optimise.simsFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          label={title}
          className={styles.rows}
          columns={columns}
          rows={rows}
          waiting={Math.min(sims, FIRST_SIMS)}
          rowKey={({ icc }) => icc}
        />
      )}
      {rows && rest > 0 ? (
        <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()}>
          {t('plans.optimise.more', { count: Math.min(MORE_SIMS, rest) })}
        </LoadMore>
      ) : null}
    </Card>
  )
}

function useColumns(nameOf: (planCode: string) => string, currency: string): TableColumn<AdvisedSim>[] {
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
