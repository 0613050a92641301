import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Stat, StatLink, StatRow, StatSkeletons, Stats } from '#web/ui/stats.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { type ChargeFacets, chargeFacetsQuery } from './charges.api.ts'
import { type ChargesSearch, chargeFilterOf } from './charges-search.ts'
import styles from './drill.module.css'

interface CompanyDebtProps extends OfCompany {
  /** of a company with subsidiaries: without charges, those may have some */
  readonly hasSubsidiaries?: boolean
}

/** What a company or its tree owes, as a card. */
export function CompanyDebt({ hasSubsidiaries = false, ...whose }: CompanyDebtProps) {
  const { t } = useTranslation()
  const { data } = useQuery(chargeFacetsQuery(chargeFilterOf(whose)))
  if (data?.debts.length === 0) {
    return <EmptyCard title={t('charges.title')}>{t(nothingWord(whose, hasSubsidiaries))}</EmptyCard>
  }
  return (
    <Card title={t('charges.title')} line actions={<DebtLink {...whose} />}>
      <Debts {...whose} hasSubsidiaries={hasSubsidiaries} />
    </Card>
  )
}

/** Leads to its charges, if it has any. */
export function DebtLink(whose: OfCompany) {
  const { t } = useTranslation()
  const { data } = useQuery(chargeFacetsQuery(chargeFilterOf(whose)))
  if (!data?.debts.length) return null
  return (
    <ButtonLink isGhost isSmall to="/report-charges" search={whose}>
      {t('charges.seeAll')}
    </ButtonLink>
  )
}

const nothingWord = ({ subsidiaries }: OfCompany, hasSubsidiaries: boolean) =>
  hasSubsidiaries && subsidiaries === undefined ? 'charges.debt.nothingOwn' : 'charges.debt.nothing'

/** What it owes; each figure leads to its charges. */
export function Debts({ hasSubsidiaries = false, ...whose }: CompanyDebtProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(chargeFacetsQuery(chargeFilterOf(whose)))
  if (error && !data) return <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
  if (data?.debts.length === 0) return <p className={styles.none}>{t(nothingWord(whose, hasSubsidiaries))}</p>
  return <DebtLines debts={data?.debts} whose={whose} />
}

type Debt = ChargeFacets['debts'][number]

interface DebtsProps {
  /** undefined while they load */
  readonly debts: readonly Debt[] | undefined
  /** the chosen company goes along */
  readonly whose: Pick<ChargesSearch, 'company' | 'subsidiaries'>
}

/** What is to be paid, by currency: in all, overdue, next, and what the open cycles will cost. */
export function DebtFigures({ debts, whose }: DebtsProps) {
  const owed = useOwedWord()
  if (debts?.length === 0) return null
  return <Stats label={owed}>{debts ? <DebtLines debts={debts} whose={whose} /> : undefined}</Stats>
}

/** The operator collects what its customers pay. */
function useOwedWord(): string {
  const { t } = useTranslation()
  return t(holds(useSession(), 'wholePortal') ? 'charges.debt.toCollect' : 'charges.debt.owed')
}

/** A line of figures for each currency. */
function DebtLines({ debts, whose }: DebtsProps) {
  if (!debts) return <StatSkeletons />
  return debts.map((debt) => <CurrencyDebt key={debt.currency} debt={debt} whose={whose} isOnly={debts.length === 1} />)
}

interface CurrencyProps extends Pick<DebtsProps, 'whose'> {
  readonly debt: Debt
  /** several are a table, without room for the bounds of an estimate */
  readonly isOnly: boolean
}

function CurrencyDebt({ debt, whose, isOnly }: CurrencyProps) {
  const { t } = useTranslation()
  const owedWord = useOwedWord()
  const {
    currency,
    owed,
    owedCount,
    overdue,
    overdueCount,
    nextDueOn,
    nextDue,
    estimate,
    estimateLow: low,
    estimateHigh: high,
  } = debt
  // in a table a dash is enough
  const figure = (minor: number, note: string, isNone = false) => ({
    note: isNone && !isOnly ? null : note,
    isNone,
    children: isNone && !isOnly ? <NoValue /> : <MoneyAmount amountMinor={minor} currency={currency} />,
  })
  const invoices = (count: number) => t('charges.debt.invoices', { count })
  const due = nextDueOn ? t('charges.debt.dueOn', { day: formatDay(nextDueOn) }) : t('charges.debt.nothingDue')
  const between =
    low < high
      ? t('common.between', { low: formatMoney(low, currency), high: formatMoney(high, currency) })
      : t('charges.debt.ofOpen')
  const listOf = (state: ChargesSearch['state']) => ({ to: '/report-charges', search: { state, ...whose } }) as const
  return (
    <StatRow label={`${owedWord}, ${currency}`}>
      <Stat label={owedWord} {...figure(owed, invoices(owedCount), owedCount === 0)} />
      <StatLink
        {...listOf('overdue')}
        label={t('charges.debt.overdue')}
        isBad={overdueCount > 0}
        {...figure(overdue, overdueCount === 0 ? t('charges.debt.nothingOverdue') : invoices(overdueCount), overdueCount === 0)}
      />
      <StatLink {...listOf('issued')} label={t('charges.debt.next')} {...figure(nextDue, due, !nextDueOn)} />
      <StatLink
        {...listOf('open')}
        label={t(isOnly ? 'charges.debt.estimate' : 'charges.debt.estimateOfOpen')}
        {...figure(estimate, isOnly ? between : '')}
      />
    </StatRow>
  )
}
