import { IconChevronRight, IconReplace } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { type AdvisedMove, operationRequest } from '#web/shared/operations/operation-request.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { currencyIn, overageSavings } from '../plan-figures.ts'
import { type AdvisedPlan, type AdvisedSim, advisedSimsQuery, FIRST_SIMS, type LastAdvice, MORE_SIMS } from '../plans.api.ts'
import { AdvisedDifference } from './advised-plans.tsx'
import styles from './optimise.module.css'

interface AdvisedMovesProps {
  readonly company: number
  readonly adviceId: string
  readonly result: LastAdvice['result']
}

/** A line for each plan that SIMs move to, with the operation that moves them; it opens to those SIMs. */
export function AdvisedMoves({ company, adviceId, result }: AdvisedMovesProps) {
  const { t } = useTranslation()
  const { moves, plans, cycles } = result
  const isOnlyOne = moves.length === 1
  const about = t(plans.some(({ pooled }) => pooled) ? 'plans.optimise.changesAbout' : 'plans.optimise.perCycle')
  return (
    <Card title={t('plans.optimise.changes')} about={about} line className={styles.part}>
      <ul className={styles.changes}>
        {moves.map(({ planCode, savedMinor = 0, ...change }) => (
          <Move
            key={planCode}
            move={{ company, adviceId, planCode }}
            {...change}
            savedByCycle={Math.round(savedMinor / cycles.length)}
            plans={plans}
            isOpenAtFirst={isOnlyOne}
          />
        ))}
        {overageSavings(result).map((saving) => (
          <Overage key={saving.currency} {...saving} />
        ))}
      </ul>
    </Card>
  )
}

interface MoveProps {
  readonly move: AdvisedMove
  readonly sims: number
  readonly plans: readonly AdvisedPlan[]
}

type Change = LastAdvice['result']['moves'][number]

interface OpenableProps extends MoveProps, Pick<Change, 'from' | 'operation'> {
  /** minor units; negative where only all changes together save, by less overage of the pools */
  readonly savedByCycle: number
  readonly isOpenAtFirst: boolean
}

function Move({ move, sims, from, savedByCycle, operation, plans, isOpenAtFirst }: OpenableProps) {
  const { t } = useTranslation()
  const mayChange = holds(useSession(), 'sims')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { planCode } = move
  const plan = nameIn(plans, planCode)
  const change = () =>
    operationRequest.open({ kind: 'plan', source: { advice: move }, count: sims, details: { planCode, from: 'nextCycle' } })
  return (
    <li>
      <div className={styles.move}>
        <Button variant="ghost" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight className="icon icon-14" aria-hidden="true" />
          <span className="ellipsis">{t('plans.optimise.moveTo', { plan })}</span>
          <span className="text-small text-tertiary">{planCode}</span>
        </Button>
        <span className={styles.from}>
          {[from && fromText(from, plans), t('plans.optimise.sims', { count: sims })].filter(Boolean).join(' · ')}
        </span>
        {savedByCycle === 0 ? null : (
          <Saved amountMinor={savedByCycle} currency={currencyIn(plans, planCode)}>
            {savedByCycle < 0 ? (
              <small className="block text-small text-tertiary">{t('plans.optimise.lessOverage')}</small>
            ) : null}
          </Saved>
        )}
        {operation ? (
          <Ordered {...operation} />
        ) : mayChange ? (
          <Button
            className={styles.act}
            aria-haspopup="dialog"
            aria-label={t('plans.optimise.changeOf', { count: sims, plan })}
            onClick={change}
          >
            <IconReplace className="icon" aria-hidden="true" />
            {t('plans.optimise.change', { count: sims })}
          </Button>
        ) : null}
      </div>
      {isOpen ? <MovingSims move={move} sims={sims} plans={plans} /> : null}
    </li>
  )
}

interface SavedProps {
  /** for a cycle; negative where it costs more */
  readonly amountMinor: number
  readonly currency: string
  readonly children?: ReactNode
}

function Saved({ amountMinor, currency, children }: SavedProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.saved}>
      {t(amountMinor > 0 ? 'plans.optimise.saves' : 'plans.optimise.adds')}{' '}
      <MoneyAmount amountMinor={Math.abs(amountMinor)} currency={currency} />
      {children}
    </span>
  )
}

/** What no line above has, so that they add up to what is saved. */
function Overage(saving: SavedProps) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={styles.move}>
        <span className={styles.overage}>
          {t(saving.amountMinor > 0 ? 'plans.optimise.overageLess' : 'plans.optimise.overageMore')}
        </span>
        <span className={styles.from}>{t('plans.optimise.withAll')}</span>
        <Saved {...saving} />
      </div>
    </li>
  )
}

/** In place of the button: the change is ordered. SIMs that failed are in its operation. */
function Ordered({ operationId, state, failed }: NonNullable<Change['operation']>) {
  const { t } = useTranslation()
  const isSeen = holds(useSession(), 'sims') && operationId !== undefined
  return (
    <span className={`${styles.act} text-secondary`}>
      {sentence(OPERATION_STATE_WORDS[state])}
      {state === 'finished' && failed > 0 ? (
        <>
          , <span className="text-stop">{t('plans.optimise.failedSims', { count: failed })}</span>
        </>
      ) : null}
      {isSeen ? (
        <>
          {' · '}
          <Link to="/operations/$operationId" params={{ operationId: String(operationId) }} className="underlined">
            {t('plans.optimise.seeOperation', { id: operationId })}
          </Link>
        </>
      ) : null}
    </span>
  )
}

const nameIn = (plans: readonly AdvisedPlan[], code: string): string =>
  plans.find(({ planCode }) => planCode === code)?.planName ?? code

/** 'desde IoT 250 MB (4.600) y 1 plan más' */
function fromText([most, ...others]: NonNullable<OpenableProps['from']>, plans: readonly AdvisedPlan[]): string | null {
  const { t } = i18next
  if (!most) return null
  const plan = nameIn(plans, most.planCode)
  if (others.length === 0) return t('plans.optimise.moveFrom', { plan })
  return t('plans.optimise.moveFromMore', { plan, sims: formatNumber(most.sims), count: others.length })
}

/** The SIMs of a move, those that save most first. */
function MovingSims({ move, sims, plans }: MoveProps) {
  const { t } = useTranslation()
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(advisedSimsQuery(move))
  const rows = data?.pages.flat()
  const columns = useColumns(plans, currencyIn(plans, move.planCode))
  const rest = sims - (rows?.length ?? 0)
  return (
    <div className={styles.moving}>
      {error && !rows ? (
        <ErrorState title={t('plans.optimise.simsFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className="text-small text-tertiary">{t('plans.optimise.moveAbout')}</p>
          <Table
            label={t('plans.optimise.moveTo', { plan: nameIn(plans, move.planCode) })}
            columns={columns}
            rows={rows}
            waiting={Math.min(sims, FIRST_SIMS)}
            rowKey={({ icc }) => icc}
          />
        </>
      )}
      {rows && rest > 0 ? (
        <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()}>
          {t('plans.optimise.more', { count: Math.min(MORE_SIMS, rest) })}
        </LoadMore>
      ) : null}
    </div>
  )
}

function useColumns(plans: readonly AdvisedPlan[], currency: string): TableColumn<AdvisedSim>[] {
  const { t } = useTranslation()
  const session = useSession()
  const money = { isNumber: true, phone: 'line', isNamed: true, width: '18%' } as const
  const amount = (amountMinor: number) => <MoneyAmount amountMinor={amountMinor} currency={currency} />
  return [
    {
      id: 'icc',
      head: 'ICC',
      isRowHead: true,
      phone: 'head',
      width: 220,
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
      id: 'from',
      head: t('plans.optimise.presentPlan'),
      phone: 'line',
      isNamed: true,
      title: ({ from }) => nameIn(plans, from),
      cell: ({ from }) => nameIn(plans, from),
    },
    { id: 'cost', head: t('plans.optimise.cost'), ...money, cell: ({ todayMinor }) => amount(todayMinor) },
    { id: 'costAfter', head: t('plans.optimise.costAfter'), ...money, cell: ({ advisedMinor }) => amount(advisedMinor) },
    {
      id: 'difference',
      head: t('plans.optimise.difference'),
      ...money,
      cell: ({ todayMinor, advisedMinor }) => <AdvisedDifference amountMinor={advisedMinor - todayMinor} currency={currency} />,
    },
  ]
}
