import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyAmount } from '#web/ui/money.tsx'
import { Picture } from './picture.tsx'
import { InCart } from './product-card.tsx'
import type { HardwareRow } from './store.api.ts'
import './product-dialog.css'

/** A product with its picture in full and all that is said of it. */
export function ProductDialog({ product, onClose }: { product: HardwareRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { hardwareName, hardwareDescription, brandName, categoryName, picture, price, currency, active } = product
  return (
    <Dialog opened onClose={onClose} title={hardwareName} fullOnPhone>
      <div className="sto-product">
        <Picture picture={picture} />
        <div>
          <p className="text-tertiary text-small">
            {brandName} · {categoryName}
          </p>
          <p className="sto-price semibold">
            <MoneyAmount amountMinor={price} currency={currency} />{' '}
            <span className="text-tertiary text-small">{t('store.once')}</span>
          </p>
          {active ? <InCart product={product} /> : null}
          <p className="sto-long">{hardwareDescription}</p>
        </div>
      </div>
    </Dialog>
  )
}
