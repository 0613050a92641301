import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#web/lib/format.ts'
import cardStyles from '#web/ui/card.module.css'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChargeFacets } from './charges.api.ts'
import type { ChargesSearch } from './charges-search.ts'
import styles from './debt-figures.module.css'

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
    <section className={`${cardStyles.card} ${styles.debts}`} aria-label={t('charges.debt.title')} aria-busy={!debts}>
      <DebtLines debts={debts} company={company} />
    </section>
  )
}

/** A line of figures for each currency. */
export function DebtLines({ debts, company }: DebtsProps) {
  if (debts) return debts.map((debt) => <CurrencyDebt key={debt.currency} debt={debt} company={company} />)
  return (
    <div className={styles.currency}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className={styles.figure}>
          <Skeleton width={72} />
          <Skeleton width={120} />
        </div>
      ))}
    </div>
  )
}

function CurrencyDebt({ debt, company }: { readonly debt: Debt; readonly company: ChargesSearch['company'] }) {
  const { t } = useTranslation()
  const { currency, owed, owedCount, overdue, overdueCount, nextDueOn, nextDue, estimate } = debt
  const amount = (minor: number) => <MoneyAmount amountMinor={minor} currency={currency} />
  return (
    <div className={styles.currency}>
      <Figure label={t('charges.debt.owed')} note={t('charges.debt.invoices', { count: owedCount })}>
        {amount(owed)}
      </Figure>
      <Figure
        label={t('charges.debt.overdue')}
        note={t('charges.debt.invoices', { count: overdueCount })}
        search={{ state: 'overdue', company }}
        isBad={overdueCount > 0}
      >
        {amount(overdue)}
      </Figure>
      <Figure
        label={t('charges.debt.next')}
        note={nextDueOn ? t('charges.debt.dueOn', { day: formatDay(nextDueOn) }) : t('charges.debt.nothingDue')}
        search={{ state: 'issued', company }}
      >
        {amount(nextDue)}
      </Figure>
      <Figure label={t('charges.debt.estimate')} note={t('charges.debt.ofOpen')} search={{ state: 'open', company }}>
        {amount(estimate)}
      </Figure>
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly note: string
  /** the list that it counts */
  readonly search?: ChargesSearch
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Figure({ label, note, search, isBad = false, children }: FigureProps) {
  const content = (
    <>
      <span className="text-secondary">{label}</span>
      <span className={isBad ? `${styles.amount} text-stop` : styles.amount}>{children}</span>
      <span className="text-small text-tertiary">{note}</span>
    </>
  )
  if (!search) return <div className={styles.figure}>{content}</div>
  return (
    <Link className={styles.figure} to="/report-charges" search={search}>
      {content}
    </Link>
  )
}
