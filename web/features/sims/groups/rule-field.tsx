import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { Problem } from '#web/ui/problem.tsx'
import { chosenIn, FACET_LABEL, FACETS, facetValues } from '../filters/facet-values.ts'
import styles from './manage-groups.module.css'

/** A rule as it is read: 'Estado: Activa, Hibernada · Plan: IoT 250 MB'. */
export function useRuleWords(): (rule: SimGroupRule) => string {
  const { t } = useTranslation()
  const { data: parameters } = useQuery(searchParametersQuery)
  return (rule) => {
    const statuses = (rule.administrativeStatusIds ?? []).map((id) => {
      const name = administrativeStatusName(id)
      return name ? t(`status.${name}`) : String(id)
    })
    const parts = FACETS.map((facet) => {
      const names = new Map(facetValues(facet, { parameters, t }).map(({ id, name }) => [id, name]))
      return [t(FACET_LABEL[facet]), chosenIn(rule, facet).map((id) => names.get(id) ?? String(id))] as const
    })
    return [
      [t('sims.field.simAdministrativeStatusId'), statuses] as const,
      ...parts,
      [t('sims.search'), rule.search ? [t('sims.quoted', { text: rule.search })] : []] as const,
    ]
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `${name}: ${values.join(', ')}`)
      .join(' · ')
  }
}

interface RuleFieldProps {
  readonly rule: SimGroupRule
  readonly problem: string | undefined
  /** of a group that is there: shows its SIMs in the list, where the filters change; with the company where there are several */
  readonly shown?: { readonly companyIds: number[]; onLeave(): void } | undefined
}

/** What SIMs of a group match, and where that is changed. */
export function RuleField({ rule, problem, shown }: RuleFieldProps) {
  const { t } = useTranslation()
  const words = useRuleWords()
  return (
    <div className={styles.whole}>
      <p className="medium">{t('groups.rule')}</p>
      <p className="text-secondary">{words(rule)}</p>
      {shown ? (
        <p className="text-small text-secondary">
          <Link
            className="underlined"
            to="/sims"
            search={simsSearch({ ...rule, ...(shown.companyIds.length > 0 ? { companyIds: shown.companyIds } : {}) })}
            onClick={shown.onLeave}
          >
            {t('groups.changeRule')}
          </Link>
          {t('groups.changeRuleHint')}
        </p>
      ) : (
        <p className="text-small text-secondary">{t('groups.ruleHint')}</p>
      )}
      <Problem>{problem}</Problem>
    </div>
  )
}
