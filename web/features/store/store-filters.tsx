import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BRANDS_FAILED } from '#contract/store-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { brandsQuery, categoriesQuery } from './store.api.ts'
import { type StoreSearch, storeFilterOf } from './store-search.ts'

interface FiltersProps {
  readonly search: StoreSearch
  onSearch(search: StoreSearch): void
}

/** By category, by brand, by what is typed. */
export function StoreFilters({ search, onSearch }: FiltersProps) {
  const { t } = useTranslation()
  const { data: brands = [], error, refetch } = useQuery(brandsQuery)
  const { brand, search: text } = storeFilterOf(search)
  const set = (change: Record<string, string>) =>
    onSearch(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')))
  return (
    <>
      <Categories search={search} onCategory={(category) => set({ category })} />
      <FilterBar>
        <Select
          aria-label={t('store.brand')}
          value={String(brand ?? '')}
          onChange={(event) => set({ brand: event.currentTarget.value })}
        >
          <option value="">{t('store.allBrands')}</option>
          {brands.map(({ brandId, brandName, products }) => (
            <option key={brandId} value={brandId}>
              {brandName} ({products})
            </option>
          ))}
        </Select>
        <SearchField
          text={text}
          label={t('store.search')}
          hint={t('store.searchHint')}
          onText={(wanted) => set({ search: wanted })}
        />
      </FilterBar>
      {error ? <ErrorState title={sentence(BRANDS_FAILED)} error={error} onRetry={() => void refetch()} /> : null}
    </>
  )
}

/** The categories in the operator's order. */
function Categories({ search, onCategory }: { search: StoreSearch; onCategory: (category: string) => void }) {
  const { t } = useTranslation()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { category } = storeFilterOf(search)
  const shown = categories.filter(({ active, products }) => active && products > 0)
  const chip = (id: number | undefined, name: string, count?: number) => (
    <button
      key={id ?? 'all'}
      type="button"
      className="sto-chip"
      aria-pressed={category === id}
      onClick={() => onCategory(String(id ?? ''))}
    >
      {name}
      {count === undefined ? null : <span className="t3 tn">{count}</span>}
    </button>
  )
  return (
    <fieldset className="sto-chips" aria-label={t('store.categories')}>
      {chip(undefined, t('store.all'))}
      {shown.map(({ categoryId, categoryName, products }) => chip(categoryId, categoryName, products))}
    </fieldset>
  )
}
