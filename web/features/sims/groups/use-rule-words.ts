import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { chosenIn, FACET_LABEL, FACETS, facetValues } from '../filters/facet-values.ts'

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
