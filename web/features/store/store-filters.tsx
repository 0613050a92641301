import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BRANDS_FAILED } from '#contract/store/store-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
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
  const { data } = useQuery(categoriesQuery)
  const { category } = storeFilterOf(search)
  const shown = (data ?? []).filter(({ active, products }) => active && products > 0)
  const all = shown.reduce((sum, { products }) => sum + products, 0)
  return (
    <Chips className="sto-chips" label={t('store.categories')}>
      <Chip isOn={category === undefined} count={data ? all : undefined} onClick={() => onCategory('')}>
        {t('store.all')}
      </Chip>
      {shown.map(({ categoryId, categoryName, products }) => (
        <Chip key={categoryId} isOn={category === categoryId} count={products} onClick={() => onCategory(String(categoryId))}>
          {categoryName}
        </Chip>
      ))}
    </Chips>
  )
}
