import { useTranslation } from 'react-i18next'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { drawingOfProduct } from './drawing-of.ts'
import { Picture } from './picture.tsx'
import { descriptionOf, InCart } from './product-card.tsx'
import styles from './product-dialog.module.css'
import type { HardwareRow } from './store.api.ts'

/** A product with its full picture and description. */
export function ProductDialog({ product, onClose }: { product: HardwareRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { hardwareName, brandName, categoryName, picture, price, currency, active } = product
  return (
    <Dialog opened onClose={onClose} title={hardwareName} fullOnPhone>
      <div className={styles.product}>
        <Picture picture={picture} drawing={drawingOfProduct(product)} />
        <div>
          <p className="text-tertiary text-small">
            {brandName} · {productTypeLabel(categoryName)}
          </p>
          <p className={`${styles.price} semibold`}>
            <MoneyAmount amountMinor={price} currency={currency} />{' '}
            <span className="text-tertiary text-small">{t('store.once')}</span>
          </p>
          {active ? <InCart product={product} /> : null}
          <p className={styles.long}>{descriptionOf(product)}</p>
        </div>
      </div>
    </Dialog>
  )
}
