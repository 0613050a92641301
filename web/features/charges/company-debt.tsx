import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { chargeFacetsQuery } from './charges.api.ts'
import { DebtLines } from './debt-figures.tsx'
import styles from './drill.module.css'

/** What a company owes; each figure leads to its charges. */
export function CompanyDebt({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(chargeFacetsQuery({ companyId: company }))
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
      {error && !data ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
      ) : data?.debts.length === 0 ? (
        <p className={styles.none}>{t('charges.debt.nothing')}</p>
      ) : (
        <DebtLines debts={data?.debts} company={company} />
      )}
    </Card>
  )
}
