import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OfCompany } from '#web/lib/of-company.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { chargeFacetsQuery } from './charges.api.ts'
import { chargeFilterOf } from './charges-search.ts'
import { DebtLines } from './debt-figures.tsx'
import styles from './drill.module.css'

interface DebtProps extends OfCompany {
  /** of a company with subsidiaries: without charges, those may have some */
  readonly hasSubsidiaries?: boolean
}

/** What a company or its tree owes, as a card. */
export function CompanyDebt({ hasSubsidiaries = false, ...whose }: DebtProps) {
  const { t } = useTranslation()
  const { data } = useQuery(chargeFacetsQuery(chargeFilterOf(whose)))
  if (data?.debts.length === 0) {
    return <EmptyCard title={t('charges.title')}>{t(nothingWord(whose, hasSubsidiaries))}</EmptyCard>
  }
  return (
    <Card
      title={t('charges.title')}
      line
      actions={
        <ButtonLink isGhost isSmall to="/report-charges" search={whose}>
          {t('charges.seeAll')}
        </ButtonLink>
      }
    >
      <Debts {...whose} hasSubsidiaries={hasSubsidiaries} />
    </Card>
  )
}

const nothingWord = ({ subsidiaries }: OfCompany, hasSubsidiaries: boolean) =>
  hasSubsidiaries && subsidiaries === undefined ? 'charges.debt.nothingOwn' : 'charges.debt.nothing'

/** What it owes; each figure leads to its charges. */
export function Debts({ hasSubsidiaries = false, ...whose }: DebtProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(chargeFacetsQuery(chargeFilterOf(whose)))
  if (error && !data) return <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
  if (data?.debts.length === 0) return <p className={styles.none}>{t(nothingWord(whose, hasSubsidiaries))}</p>
  return <DebtLines debts={data?.debts} whose={whose} />
}
