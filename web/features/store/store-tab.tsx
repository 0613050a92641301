import { IconArrowsSort, IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BRANDS_FAILED } from '#contract/store/store-messages.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { ListFrame } from '#web/ui/list/list.tsx'
import type { ListFilter } from '#web/ui/list/list-filter.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'
import { HardwareForm } from './hardware-form.tsx'
import pictureStyles from './picture.module.css'
import productCardStyles from './product-card.module.css'
import { ProductCard, ProductDialog } from './product-card.tsx'
import { SimOrder } from './sim-order.tsx'
import { brandsQuery, categoriesQuery, type HardwareRow, hardwareQuery } from './store.api.ts'
import styles from './store.module.css'
import type { StoreSearch } from './store-search.ts'

/** The dialog that is open over the store. */
type Open =
  | { readonly what: 'product'; readonly product: HardwareRow }
  | { readonly what: 'form'; readonly product: HardwareRow | undefined }
  | { readonly what: 'categories' }

/** The store: SIMs on a plan, and hardware by category and brand. Administrators manage it here, too. */
export function StoreTab({ search, onSearch }: { search: StoreSearch; onSearch: (search: StoreSearch) => void }) {
  const { t } = useTranslation()
  const isKeeper = holds(useSession(), 'wholePortal')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { data: products, error, refetch } = useQuery(hardwareQuery(search))
  const brands = useQuery(brandsQuery)
  const tools = (
    <div className="row">
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen({ what: 'categories' })}>
        <IconArrowsSort className="icon icon-14" aria-hidden="true" />
        {t('store.order')}
      </Button>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen({ what: 'form', product: undefined })}>
        <IconPlus className="icon icon-14" aria-hidden="true" />
        {t('store.new')}
      </Button>
    </div>
  )
  return (
    <div className={styles.store}>
      <SimOrder key={search.plan} planCode={search.plan} />
      <ListFrame
        label={t('store.title')}
        hasTitle
        tools={isKeeper ? tools : undefined}
        data={{ rows: products, error, retry: () => void refetch() }}
        search={search}
        onSearch={onSearch}
        text={{ key: 'search', hint: t('store.searchHint') }}
        filters={useFilters()}
        none={{ Icon: IconPackage, title: t('store.none'), hint: t('store.noneHint') }}
        note={
          brands.error ? (
            <ErrorState title={sentence(BRANDS_FAILED)} error={brands.error} onRetry={() => void brands.refetch()} />
          ) : null
        }
      >
        {products ? (
          <ul className={styles.grid} aria-label={t('store.title')}>
            {products.map((product) => (
              <ProductCard
                key={product.hardwareId}
                product={product}
                onOpen={() => setOpen({ what: 'product', product })}
                onChange={isKeeper ? () => setOpen({ what: 'form', product }) : undefined}
              />
            ))}
          </ul>
        ) : (
          <StoreSkeleton />
        )}
      </ListFrame>
      {open?.what === 'product' ? <ProductDialog product={open.product} onClose={close} /> : null}
      {open?.what === 'form' ? <HardwareForm product={open.product} onClose={close} /> : null}
      {open?.what === 'categories' ? <CategoriesDialog onClose={close} /> : null}
    </div>
  )
}

/** By category, in the operator's order, and brand. */
function useFilters(): ListFilter[] {
  const { t } = useTranslation()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: brands = [] } = useQuery(brandsQuery)
  const shown = categories.filter(({ active, products }) => active && products > 0)
  return [
    {
      kind: 'choice',
      key: 'category',
      label: t('store.categories'),
      isFront: true,
      count: shown.reduce((sum, { products }) => sum + products, 0),
      options: shown.map(({ categoryId, categoryName, products }) => ({
        value: String(categoryId),
        name: productTypeLabel(categoryName),
        count: products,
      })),
    },
    {
      kind: 'choice',
      key: 'brand',
      label: t('store.brand'),
      options: brands.map(({ brandId, brandName, products }) => ({ value: String(brandId), name: brandName, count: products })),
    },
  ]
}

function StoreSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {[62, 48, 71, 55].map((width) => (
        <div key={width} className={`${productCardStyles.card} ${cardStyles.card}`}>
          <span className={pictureStyles.picture} />
          <div className={productCardStyles.about}>
            <Skeleton width={`${width}%`} />
          </div>
        </div>
      ))}
    </div>
  )
}
