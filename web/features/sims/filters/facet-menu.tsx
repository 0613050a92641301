import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { plainText } from '#domain/plain-text.ts'
import { type ParametersState, parametersState } from '#web/lib/application-state.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { DRAWN, FindField, LONG } from '#web/ui/list/filter-menu.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { PopupParts } from '#web/ui/popup.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { companyFacetsQuery, type Facets } from '../sims.api.ts'
import {
  chosenIn,
  countText,
  FACET_LABEL,
  FACETS,
  type Facet,
  type FacetId,
  type FacetValue,
  facetCounts,
  facetValues,
  toggled,
  withFacet,
} from './facet-values.ts'
import styles from './filters.module.css'

interface FacetListProps {
  readonly facet: Facet
  readonly filter: SimFilter
  readonly facets: Facets | undefined
  onChange(filter: SimFilter): void
}

/** The options of a filter with their counts, multi-select; 'Todos', with an empty value, clears the filter. */
export function FacetList({ facet, filter, facets, onChange }: FacetListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const loading = useQuery(searchParametersQuery)
  const parameters = loading.data
  const companies = useQuery({ ...companyFacetsQuery(filter), enabled: facet === 'companyIds' })
  const counted = facet === 'companyIds' ? companies.data : facets
  const counts = facetCounts(facet, counted)
  const values = facetValues(facet, { parameters, t })
  const found = (facet === 'silentFor' ? values : sorted(values, counts)).filter(({ name }) =>
    plainText(name).includes(plainText(text)),
  )
  const chosen = chosenIn(filter, facet)
  const choose = (ids: readonly FacetId[]) => onChange(withFacet(filter, facet, ids))
  const name = t(FACET_LABEL[facet])
  const state = parametersState(loading)
  if (state !== 'INIT' && values.length === 0) return <NoValues state={state} error={loading.error} onRetry={loading.refetch} />
  return (
    <>
      {values.length > LONG ? <FindField name={name} text={text} onText={setText} /> : null}
      <fieldset className={`${popupStyles.list} ${styles.list}`} aria-label={name}>
        {text === '' ? (
          <CheckLine label={popupStyles.item} value="" checked={chosen.length === 0} onChange={() => choose([])} data-first="">
            {t('list.all')}
          </CheckLine>
        ) : null}
        {found.slice(0, DRAWN).map(({ id, name: valueName }) => (
          <CheckLine
            key={id}
            label={popupStyles.item}
            value={id}
            checked={chosen.includes(id)}
            onChange={() => choose(toggled(chosen, id))}
          >
            <span className="ellipsis" title={valueName}>
              {valueName}
            </span>
            <span className={popupStyles.count}>{countText(counts.get(id), counted)}</span>
          </CheckLine>
        ))}
        {found.length === 0 ? (
          <p className={`text-tertiary ${styles.none}`}>{text === '' ? t('list.noValues') : t('list.noValue', { text })}</p>
        ) : null}
      </fieldset>
    </>
  )
}

interface NoValuesProps {
  readonly state: ParametersState
  readonly error: unknown
  onRetry(): Promise<unknown>
}

/** The options are loading or failed to load. */
function NoValues({ state, error, onRetry }: NoValuesProps) {
  const { t } = useTranslation()
  if (state === 'NO_INIT') {
    return <ErrorState title={t('sims.valuesFailed')} error={error} onRetry={() => void onRetry()} />
  }
  return (
    <div className={`${popupStyles.list} ${styles.wait}`} role="status" aria-label={t('common.loading')}>
      {[58, 71, 49, 64].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

function sorted(values: readonly FacetValue[], counts: ReadonlyMap<FacetId, number>): FacetValue[] {
  return [...values].sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0) || a.name.localeCompare(b.name))
}

interface AddFilterProps extends Omit<FacetListProps, 'facet'> {}

/** Chooses a filter, then its values. */
export function AddFilter(props: AddFilterProps) {
  const { t } = useTranslation()
  const [facet, setFacet] = useState<Facet>()
  return (
    <PopupParts part={facet} title={(one) => t(FACET_LABEL[one])} onBack={() => setFacet(undefined)}>
      {facet ? <FacetList {...props} facet={facet} /> : <FacetNames filter={props.filter} onChoose={setFacet} />}
    </PopupParts>
  )
}

function FacetNames({ filter, onChoose }: { filter: SimFilter; onChoose: (facet: Facet) => void }) {
  const { t } = useTranslation()
  return (
    <div className={popupStyles.list}>
      {FACETS.map((one) => (
        <button key={one} type="button" className={popupStyles.item} onClick={() => onChoose(one)}>
          <span className="grow">{t(FACET_LABEL[one])}</span>
          {chosenIn(filter, one).length > 0 ? <IconCheck className="icon icon-14" aria-hidden="true" /> : null}
          <IconChevronRight className="icon icon-14" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
