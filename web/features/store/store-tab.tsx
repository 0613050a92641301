import { IconArrowsSort, IconPackage, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'
import { HardwareForm } from './hardware-form.tsx'
import pictureStyles from './picture.module.css'
import productCardStyles from './product-card.module.css'
import { ProductCard } from './product-card.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { SimOrder } from './sim-order.tsx'
import { type HardwareRow, hardwareQuery } from './store.api.ts'
import styles from './store.module.css'
import { StoreFilters } from './store-filters.tsx'
import type { StoreSearch } from './store-search.ts'

/** The dialog that is open over the store. */
type Open =
  | { readonly what: 'product'; readonly product: HardwareRow }
  | { readonly what: 'form'; readonly product: HardwareRow | undefined }
  | { readonly what: 'categories' }

interface StoreTabProps {
  readonly search: StoreSearch
  onSearch(search: StoreSearch): void
}

/** The store: SIMs on a plan, and hardware by category and brand. Administrators manage it here, too. */
export function StoreTab({ search, onSearch }: StoreTabProps) {
  const { t } = useTranslation()
  const isKeeper = useSession().admin === '1'
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const tools = (
    <div className={`row ${styles.tools}`}>
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
      <SimOrder />
      <Card title={t('store.title')} line actions={isKeeper ? tools : undefined}>
        <StoreFilters search={search} onSearch={onSearch} />
        <Products search={search} onSearch={onSearch} onOpen={setOpen} isKeeper={isKeeper} />
      </Card>
      {open?.what === 'product' ? <ProductDialog product={open.product} onClose={close} /> : null}
      {open?.what === 'form' ? <HardwareForm product={open.product} onClose={close} /> : null}
      {open?.what === 'categories' ? <CategoriesDialog onClose={close} /> : null}
    </div>
  )
}

function Products({ search, onSearch, onOpen, isKeeper }: StoreTabProps & { onOpen: (open: Open) => void; isKeeper: boolean }) {
  const { t } = useTranslation()
  const { data: products, error, refetch } = useQuery(hardwareQuery(search))
  if (error && !products) return <ErrorState title={t('store.failed')} error={error} onRetry={() => void refetch()} />
  if (!products) return <StoreSkeleton />
  if (products.length === 0) return <NoProducts isFiltered={!isEmptySearch(search)} onClear={() => onSearch({})} />
  return (
    <ul className={styles.grid} aria-label={t('store.title')}>
      {products.map((product) => (
        <ProductCard
          key={product.hardwareId}
          product={product}
          onOpen={() => onOpen({ what: 'product', product })}
          onChange={isKeeper ? () => onOpen({ what: 'form', product }) : undefined}
        />
      ))}
    </ul>
  )
}

function NoProducts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered) {
    return (
      <EmptyState Icon={IconPackage} title={t('store.none')}>
        {t('store.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('store.clear')}
    </Button>
  )
  return <EmptyState Icon={IconSearch} title={t('store.noneFound')} actions={clear} />
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
