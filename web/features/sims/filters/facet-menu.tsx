import { IconCheck, IconChevronRight, IconFolderSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { plainText } from '#domain/plain-text.ts'
import { type ParametersState, parametersState } from '#web/lib/application-state.ts'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { FindField, OPTIONS_SHOWN_MAX, OPTIONS_WITHOUT_SEARCH_MAX } from '#web/ui/list/filter-menu.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { PopupGroup, PopupParts } from '#web/ui/popup.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { TagDot } from '#web/ui/tag-chip.tsx'
import { type Facets, facetsByQuery } from '../sims.api.ts'
import {
  chosenIn,
  countKey,
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

/** What can be managed from the foot of its values. */
export type Managed = 'tags' | 'groups'

const isManaged = (facet: Facet): facet is Managed => facet === 'tags' || facet === 'groups'

interface FacetListProps {
  readonly facet: Facet
  readonly filter: SimFilter
  readonly facets: Facets | undefined
  onChange(filter: SimFilter): void
  /** of tags or groups, where these are the values */
  onManage(what: Managed): void
}

/** Lengths of silence follow each other, and a group is before those inside it. */
const IN_ORDER: ReadonlySet<Facet> = new Set(['silentFor', 'groups'])

/** The options of a filter with their counts, multi-select; 'Todos', with an empty value, clears the filter. */
export function FacetList(props: FacetListProps) {
  const { facet, filter, onChange } = props
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const parameters = useQuery(searchParametersQuery)
  const tags = useQuery({ ...tagsQuery, enabled: facet === 'tags' })
  const groups = useQuery({ ...groupsQuery, enabled: facet === 'groups' })
  const loading = { tags, groups }[facet as Managed] ?? parameters
  const values = facetValues(facet, { parameters: parameters.data, tags: tags.data, groups: groups.data, t })
  const counted = useCounts(props)
  const counts = facetCounts(facet, counted)
  const found = (IN_ORDER.has(facet) ? values : sorted(facet, values, counts)).filter(({ name }) =>
    plainText(name).includes(plainText(text)),
  )
  const chosen = chosenIn(filter, facet)
  const choose = (ids: readonly FacetId[]) => onChange(withFacet(filter, facet, ids))
  const name = t(FACET_LABEL[facet])
  const state = parametersState(loading)
  if (state !== 'INIT' && values.length === 0)
    return <NoValues state={state} error={loading.error} onRetry={() => void loading.refetch()} />
  return (
    <>
      {values.length > OPTIONS_WITHOUT_SEARCH_MAX ? <FindField name={name} text={text} onText={setText} /> : null}
      <PopupGroup label={name}>
        {text === '' ? (
          <CheckLine
            labelClass={popupStyles.item}
            value=""
            checked={chosen.length === 0}
            onChange={() => choose([])}
            data-first=""
          >
            {t('list.all')}
          </CheckLine>
        ) : null}
        {found.slice(0, OPTIONS_SHOWN_MAX).map(({ id, name: valueName, colour, own, isByRule }) => (
          <CheckLine
            key={id}
            labelClass={popupStyles.item}
            value={id}
            checked={chosen.includes(id)}
            onChange={() => choose(toggled(chosen, id))}
          >
            {colour ? <TagDot colour={colour} /> : null}
            {isByRule ? <IconFolderSearch className="icon icon-14" role="img" aria-label={t('groups.isByRule')} /> : null}
            <ValueName name={valueName} own={text === '' ? own : undefined} />
            <span className={popupStyles.count}>{countText(counts.get(countKey(facet, id)), counted)}</span>
          </CheckLine>
        ))}
        {found.length === 0 ? (
          <p className={`text-tertiary ${styles.none}`}>{text === '' ? t('list.noValues') : t('list.noValue', { text })}</p>
        ) : null}
      </PopupGroup>
      {isManaged(facet) ? (
        <div className={popupStyles.foot}>
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => props.onManage(facet)}>
            {t(`${facet}.manage`)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** A group that stands below those around it needs its own name alone. */
function ValueName({ name, own }: Pick<FacetValue, 'name' | 'own'>) {
  const indented = own && own.depth > 0 ? { paddingLeft: `calc(${own.depth} * var(--s-4))` } : undefined
  return (
    <span className="ellipsis" style={indented} title={name}>
      {own?.name ?? name}
    </span>
  )
}

/** Counts by company, tag and group are asked for while their values are open. */
function useCounts({ facet, filter, facets }: FacetListProps): Facets | undefined {
  const isCompanies = facet === 'companyIds'
  const by = isManaged(facet) ? facet : 'companies'
  const { data } = useQuery({ ...facetsByQuery(by, filter), enabled: isCompanies || isManaged(facet) })
  if (isCompanies) return data
  if (!isManaged(facet)) return facets
  return data && data[facet].length > 0 ? data : undefined
}

/** The options are loading or failed to load. */
function NoValues({ state, error, onRetry }: { state: ParametersState; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  if (state === 'NO_INIT') {
    return <ErrorState title={t('sims.valuesFailed')} error={error} onRetry={onRetry} />
  }
  return (
    <div className={`${popupStyles.list} ${styles.wait}`} role="status" aria-label={t('common.loading')}>
      {[58, 71, 49, 64].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

function sorted(facet: Facet, values: readonly FacetValue[], counts: ReadonlyMap<FacetId, number>): FacetValue[] {
  const countOf = ({ id }: FacetValue) => counts.get(countKey(facet, id)) ?? 0
  return [...values].sort((a, b) => countOf(b) - countOf(a) || a.name.localeCompare(b.name, undefined, { numeric: true }))
}

/** Chooses a filter, then its values. */
export function AddFilter(props: Omit<FacetListProps, 'facet'>) {
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
