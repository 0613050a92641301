import { IconCheck, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims.calls.ts'
import { formatNumber } from '#web/lib/format.ts'
import { plainText } from '#web/lib/plain-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import {
  chosenIn,
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
import { companyFacetsQuery, type Facets, searchParametersQuery } from './sims.api.ts'

interface FacetListProps {
  readonly facet: Facet
  readonly filter: SimFilter
  readonly facets: Facets | undefined
  onChange(filter: SimFilter): void
}

/** A list this long is searched rather than read. */
const LONG = 8
/** More than this many values are not drawn; the search finds the others. */
const DRAWN = 200

/** The values of a filter with their counts, several to be chosen; 'Todos', with an empty value, takes the filter away. */
export function FacetList({ facet, filter, facets, onChange }: FacetListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { data: parameters } = useQuery(searchParametersQuery)
  const companies = useQuery({ ...companyFacetsQuery(filter), enabled: facet === 'companyIds' })
  const counts = facetCounts(facet, facet === 'companyIds' ? companies.data : facets)
  const values = facetValues(facet, { parameters, t })
  const found = sorted(values, counts).filter(({ name }) => plainText(name).includes(plainText(text)))
  const chosen = chosenIn(filter, facet)
  const choose = (ids: readonly FacetId[]) => onChange(withFacet(filter, facet, ids))
  const name = t(FACET_LABEL[facet])
  return (
    <>
      {values.length > LONG ? <FindField name={name} text={text} onText={setText} /> : null}
      <fieldset className="popup-list facet-list" aria-label={name}>
        {text === '' ? (
          <CheckLine label="popup-item" value="" checked={chosen.length === 0} onChange={() => choose([])} data-first="">
            {t('sims.allOf')}
          </CheckLine>
        ) : null}
        {found.slice(0, DRAWN).map(({ id, name: valueName }) => (
          <CheckLine
            key={id}
            label="popup-item"
            value={id}
            checked={chosen.includes(id)}
            onChange={() => choose(toggled(chosen, id))}
          >
            <span className="ell" title={valueName}>
              {valueName}
            </span>
            <span className="n">{formatNumber(counts.get(id) ?? 0)}</span>
          </CheckLine>
        ))}
        {found.length === 0 ? <p className="t3 facet-none">{t('sims.noValue', { text })}</p> : null}
      </fieldset>
    </>
  )
}

function sorted(values: readonly FacetValue[], counts: ReadonlyMap<FacetId, number>): FacetValue[] {
  return [...values].sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0) || a.name.localeCompare(b.name))
}

function FindField({ name, text, onText }: { name: string; text: string; onText: (text: string) => void }) {
  const { t } = useTranslation()
  const label = t('sims.findValue', { name })
  return (
    <div className="popup-find">
      <IconSearch className="i i-14" aria-hidden="true" />
      <input
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        data-first=""
      />
    </div>
  )
}

interface AddFilterProps extends Omit<FacetListProps, 'facet'> {}

/** First which filter, then its values. */
export function AddFilter(props: AddFilterProps) {
  const { t } = useTranslation()
  const [facet, setFacet] = useState<Facet>()
  if (facet) {
    return (
      <>
        <Button variant="ghost" size="sm" className="popup-back" onClick={() => setFacet(undefined)}>
          <IconChevronLeft className="i i-14" aria-hidden="true" />
          {t(FACET_LABEL[facet])}
        </Button>
        <FacetList {...props} facet={facet} />
      </>
    )
  }
  return (
    <div className="popup-list">
      {FACETS.map((one) => (
        <button key={one} type="button" className="popup-item" onClick={() => setFacet(one)}>
          <span className="grow">{t(FACET_LABEL[one])}</span>
          {chosenIn(props.filter, one).length > 0 ? <IconCheck className="i i-14" aria-hidden="true" /> : null}
          <IconChevronRight className="i i-14" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
