import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { Button } from '#web/ui/button.tsx'
import { chosenIn, countText, facetCounts, facetValues, isActiveSilent, withFacet } from './filters/facet-values.ts'
import type { Facets } from './sims.api.ts'
import styles from './sims-list.module.css'

/** Those that fit into the foot of the list. */
const SHOWN = 3

interface OriginsProps {
  readonly filter: SimFilter
  readonly facets: Facets | undefined
  /** the counts are of this filter */
  readonly isCounted: boolean
  onFilter(filter: SimFilter): void
}

/** Whether it is one operator whose SIMs are silent: the origins with the most of them, each a filter. */
export function SilentOrigins({ filter, facets, isCounted, onFilter }: OriginsProps) {
  const { t } = useTranslation()
  const { data: parameters } = useQuery(searchParametersQuery)
  const chosen = chosenIn(filter, 'providerIds')
  // counts by origin are the same whichever is chosen
  if (!isActiveSilent(filter) || !facets || (!isCounted && chosen.length === 0)) return null
  const origins = facetValues('providerIds', { parameters, t })
  const counts = facetCounts('providerIds', facets)
  const of = (id: (typeof origins)[number]['id']): number => counts.get(id) ?? 0
  const most = origins.filter(({ id }) => of(id) > 0).toSorted((a, b) => of(b.id) - of(a.id))
  if (origins.length < 2 || most.length === 0) return null
  return (
    <span className={styles.origins}>
      {t('sims.byOrigin')}
      {most.slice(0, SHOWN).map(({ id, name }) => {
        const isOn = chosen.length === 1 && chosen[0] === id
        const text = `${name} ${countText(of(id), facets)}`
        return (
          <Button
            key={id}
            variant="ghost"
            size="sm"
            aria-label={`${t('sims.byOrigin')} ${text}`}
            aria-pressed={isOn}
            onClick={() => onFilter(withFacet(filter, 'providerIds', isOn ? [] : [id]))}
          >
            {text}
          </Button>
        )
      })}
    </span>
  )
}
