import { useTranslation } from 'react-i18next'
import { formatDay } from '#web/lib/format.ts'
import { Figure, FigureLink, FigureRow, FigureSkeletons, Figures } from '#web/ui/figures.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import type { ChargeFacets } from './charges.api.ts'
import type { ChargesSearch } from './charges-search.ts'

type Debt = ChargeFacets['debts'][number]

interface DebtsProps {
  /** undefined while they load */
  readonly debts: readonly Debt[] | undefined
  /** the chosen company goes along */
  readonly company: ChargesSearch['company']
}

/** What is to be paid, by currency: in all, overdue, next, and what the open cycles will cost. */
export function DebtFigures({ debts, company }: DebtsProps) {
  const { t } = useTranslation()
  if (debts?.length === 0) return null
  return (
    <Figures label={t('charges.debt.title')}>
      {debts?.map((debt) => (
        <CurrencyDebt key={debt.currency} debt={debt} company={company} />
      ))}
    </Figures>
  )
}

/** A line of figures for each currency. */
export function DebtLines({ debts, company }: DebtsProps) {
  if (!debts) return <FigureSkeletons />
  return debts.map((debt) => <CurrencyDebt key={debt.currency} debt={debt} company={company} />)
}

function CurrencyDebt({ debt, company }: { readonly debt: Debt; readonly company: ChargesSearch['company'] }) {
  const { t } = useTranslation()
  const { currency, owed, owedCount, overdue, overdueCount, nextDueOn, nextDue, estimate } = debt
  const amount = (minor: number) => <MoneyAmount amountMinor={minor} currency={currency} />
  const listOf = (state: ChargesSearch['state']) => ({ to: '/report-charges', search: { state, company } }) as const
  return (
    <FigureRow label={t('charges.debt.title')}>
      <Figure label={t('charges.debt.owed')} note={t('charges.debt.invoices', { count: owedCount })}>
        {amount(owed)}
      </Figure>
      <FigureLink
        {...listOf('overdue')}
        label={t('charges.debt.overdue')}
        note={t('charges.debt.invoices', { count: overdueCount })}
        isBad={overdueCount > 0}
      >
        {amount(overdue)}
      </FigureLink>
      <FigureLink
        {...listOf('issued')}
        label={t('charges.debt.next')}
        note={nextDueOn ? t('charges.debt.dueOn', { day: formatDay(nextDueOn) }) : t('charges.debt.nothingDue')}
      >
        {amount(nextDue)}
      </FigureLink>
      <FigureLink {...listOf('open')} label={t('charges.debt.estimate')} note={t('charges.debt.ofOpen')}>
        {amount(estimate)}
      </FigureLink>
    </FigureRow>
  )
}
