import { IconEyeOff, IconPencil, IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LINE_PIECES_MAX } from '#domain/requests.ts'
import { classes } from '#web/lib/classes.ts'
import { language } from '#web/lib/preferences.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { cartQuery } from '#web/shared/orders/cart.api.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Status } from '#web/ui/status.tsx'
import { briefOf } from './brief.ts'
import { drawingOfProduct } from './drawing-of.ts'
import { Picture } from './picture.tsx'
import styles from './product-card.module.css'
import { Quantity } from './quantity.tsx'
import { type HardwareRow, useSetCart } from './store.api.ts'

interface CardProps {
  readonly product: HardwareRow
  onOpen(): void
  /** undefined: the user does not manage the store */
  readonly onChange: (() => void) | undefined
}

/** A product: picture, its first features, price, and quantity in the cart. The whole of it opens the full description. */
export function ProductCard({ product, onOpen, onChange }: CardProps) {
  const { t } = useTranslation()
  const { hardwareName, brandName, picture, price, currency, active } = product
  return (
    <li className={classes(`${styles.card} ${cardStyles.card}`, !active && styles.off)}>
      <Picture picture={picture} drawing={drawingOfProduct(product)} />
      <div className={styles.about}>
        <p className="overline">{brandName}</p>
        <h3>
          <button type="button" className={styles.name} aria-haspopup="dialog" onClick={onOpen}>
            {hardwareName}
          </button>
        </h3>
        <p className={`${styles.text} clamp text-secondary text-small`}>{briefOf(descriptionOf(product))}</p>
      </div>
      <div className={styles.foot}>
        <span className="semibold">
          <MoneyAmount amountMinor={price} currency={currency} />
        </span>
        {active ? (
          <InCart product={product} />
        ) : (
          <Status tone="ended" Icon={IconEyeOff} muted>
            {t('store.notSold')}
          </Status>
        )}
      </div>
      {onChange ? (
        <IconButton
          Icon={IconPencil}
          iconClass="icon-14"
          variant="default"
          className={styles.change}
          aria-haspopup="dialog"
          label={t('store.changeOf', { name: hardwareName })}
          onClick={onChange}
        />
      ) : null}
    </li>
  )
}

/** A button that adds the first one to the cart; then the quantity. */
export function InCart({ product: { hardwareId, hardwareName } }: { product: HardwareRow }) {
  const { t } = useTranslation()
  const { data: cart } = useQuery(cartQuery)
  const { mutate } = useSetCart()
  const quantity = cart?.lines.find((line) => line.hardwareId === hardwareId)?.quantity ?? 0
  const set = (count: number) =>
    mutate({ hardwareId, quantity: count }, { onSuccess: () => announce(t('store.added', { name: hardwareName, count })) })
  if (quantity > 0) {
    return <Quantity name={hardwareName} quantity={quantity} max={LINE_PIECES_MAX} onQuantity={set} />
  }
  return (
    <Button size="sm" aria-label={t('store.addOf', { name: hardwareName })} onClick={() => set(1)}>
      <IconShoppingCartPlus className="icon icon-14" aria-hidden="true" />
      {t('store.add')}
    </Button>
  )
}

/** A product's description in the reader's language, where it has one. */
export const descriptionOf = ({ hardwareDescription, hardwareDescriptionEn }: HardwareRow): string =>
  (language.get() === 'en' && hardwareDescriptionEn) || hardwareDescription

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
