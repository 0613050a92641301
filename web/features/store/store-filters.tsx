import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BRANDS_FAILED } from '#contract/store/store-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { brandsQuery, categoriesQuery } from './store.api.ts'
import styles from './store.module.css'
import type { StoreSearch } from './store-search.ts'

interface FiltersProps {
  readonly search: StoreSearch
  onSearch(search: StoreSearch): void
}

/** Filters by category, brand and text. */
export function StoreFilters({ search, onSearch }: FiltersProps) {
  const { t } = useTranslation()
  const { data: brands = [], error, refetch } = useQuery(brandsQuery)
  const set = (change: StoreSearch) => onSearch({ ...search, ...change })
  return (
    <>
      <Categories search={search} onCategory={(category) => set({ category })} />
      <FilterBar>
        <Select
          aria-label={t('store.brand')}
          value={String(search.brand ?? '')}
          onChange={(event) => set({ brand: Number(event.currentTarget.value) || undefined })}
        >
          <option value="">{t('store.allBrands')}</option>
          {brands.map(({ brandId, brandName, products }) => (
            <option key={brandId} value={brandId}>
              {brandName} ({products})
            </option>
          ))}
        </Select>
        <ListSearchField
          text={search.search ?? ''}
          label={t('store.search')}
          hint={t('store.searchHint')}
          onText={(next) => set({ search: next })}
        />
      </FilterBar>
      {error ? <ErrorState title={sentence(BRANDS_FAILED)} error={error} onRetry={() => void refetch()} /> : null}
    </>
  )
}

/** The categories in the operator's order. */
function Categories({ search, onCategory }: { search: StoreSearch; onCategory: (category: number | undefined) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(categoriesQuery)
  const shown = (data ?? []).filter(({ active, products }) => active && products > 0)
  const all = shown.reduce((sum, { products }) => sum + products, 0)
  return (
    <Chips className={styles.stoChips} label={t('store.categories')}>
      <Chip isOn={search.category === undefined} count={data ? all : undefined} onClick={() => onCategory(undefined)}>
        {t('store.all')}
      </Chip>
      {shown.map(({ categoryId, categoryName, products }) => (
        <Chip key={categoryId} isOn={search.category === categoryId} count={products} onClick={() => onCategory(categoryId)}>
          {categoryName}
        </Chip>
      ))}
    </Chips>
  )
}
