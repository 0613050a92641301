import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { chargeFacetsQuery } from './charges.api.ts'
import { DebtLines } from './debt-figures.tsx'
import styles from './drill.module.css'

/** What a company owes, as a card. */
export function CompanyDebt({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(chargeFacetsQuery({ companyId: company }))
  if (data?.debts.length === 0) return <EmptyCard title={t('charges.title')}>{t('charges.debt.nothing')}</EmptyCard>
  return (
    <Card
      title={t('charges.title')}
      line
      actions={
        <ButtonLink isGhost isSmall to="/report-charges" search={{ company }}>
          {t('common.seeAll')}
        </ButtonLink>
      }
    >
      <Debts company={company} />
    </Card>
  )
}

/** What a company owes; each figure leads to its charges. */
export function Debts({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(chargeFacetsQuery({ companyId: company }))
  if (error && !data) return <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
  if (data?.debts.length === 0) return <p className={styles.none}>{t('charges.debt.nothing')}</p>
  return <DebtLines debts={data?.debts} company={company} />
}
