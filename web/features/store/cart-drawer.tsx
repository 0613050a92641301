import { Drawer } from '@mantine/core'
import { IconAlertTriangle, IconDeviceSim, IconShoppingCart, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { LINE_PIECES_MAX, LINE_SIMS_MAX } from '#domain/requests.ts'
import { localisedOrigins } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { cartQuery } from '#web/shared/orders/cart.api.ts'
import { OrderTotals } from '#web/shared/orders/order-totals.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useScrollLock } from '#web/ui/use-scroll-lock.ts'
import { drawingOf } from './drawing-of.ts'
import { Picture } from './picture.tsx'
import { Quantity } from './quantity.tsx'
import { type CartData, type RequestLine, useEmptyCart, useSetCart, useSubmitCart } from './store.api.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import buttonStyles from '#web/ui/button.module.css'
import fieldStyles from '#web/ui/field.module.css'
import styles from './cart.module.css'
import pictureStyles from './picture.module.css'

interface DrawerProps {
  readonly opened: boolean
  onClose(): void
  onSubmitted(requestId: number): void
}

/** The cart in a drawer at the right: lines, totals, and delivery. */
export function CartDrawer({ opened, onClose, onSubmitted }: DrawerProps) {
  const { t } = useTranslation()
  useScrollLock(opened)
  useFocusReturn(opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      lockScroll={false}
      returnFocus={false}
      size="min(456px, 100vw)"
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--scrim)" />
      <Drawer.Content inert={!opened} className={`${styles.cart} ${buttonStyles.onFloat}`} aria-label={t('store.cart.title')}>
        <div className={styles.cartHead}>
          <h2 className="grow">{t('store.cart.title')}</h2>
          <IconButton Icon={IconX} size="md" label={t('common.close')} onClick={onClose} />
        </div>
        <Cart onSubmitted={onSubmitted} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Cart({ onSubmitted }: Pick<DrawerProps, 'onSubmitted'>) {
  const { t } = useTranslation()
  const { data: cart, error, refetch } = useQuery(cartQuery)
  if (error && !cart) return <ErrorState title={t('store.cart.failed')} error={error} onRetry={() => void refetch()} />
  if (!cart) return null
  if (cart.lines.length === 0) {
    return (
      <EmptyState isWhole Icon={IconShoppingCart} title={t('store.cart.none')}>
        {t('store.cart.noneHint')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.cartBody}>
      <ul className={styles.lines}>
        {cart.lines.map((line) => (
          <CartLine key={line.lineNo} line={line} />
        ))}
      </ul>
      <CartForm cart={cart} onSubmitted={onSubmitted} />
    </div>
  )
}

function CartLine({ line }: { line: RequestLine }) {
  const { t } = useTranslation()
  const { mutate } = useSetCart()
  const { kind, planCode, hardwareId, name, about, quantity, currency, unitMinor, totalMinor, isOffered } = line
  const isSims = kind === 'sims'
  const set = (count: number) => {
    const onSuccess = () => announce(count === 0 ? t('store.cart.removed', { name }) : t('store.added', { name, count }))
    mutate(isSims ? { planCode, quantity: count } : { hardwareId: hardwareId ?? 0, quantity: count }, { onSuccess })
  }
  return (
    <li>
      {isSims ? (
        <span className={`${pictureStyles.picture} ${pictureStyles.small}`}>
          <IconDeviceSim className="icon icon-20" aria-hidden="true" />
        </span>
      ) : (
        <Picture
          picture={line.picture}
          drawing={drawingOf({ name, description: line.summary, category: line.category })}
          className={pictureStyles.small}
        />
      )}
      <div className="grow">
        <p className="medium ellipsis" title={name}>
          {name}
        </p>
        <p className="text-tertiary text-small">
          {kind === 'sims' ? localisedOrigins(about) : about}, <MoneyAmount amountMinor={unitMinor} currency={currency} />
          {isSims ? ` ${t('store.perMonth')}` : ''}
        </p>
        {isOffered ? null : (
          <Status tone="warning" Icon={IconAlertTriangle}>
            {t('store.cart.gone')}
          </Status>
        )}
      </div>
      <RowAction Icon={IconTrash} label={t('store.cart.remove', { name })} onAct={() => set(0)} />
      <div className={styles.lineFoot}>
        <Quantity name={name} quantity={quantity} max={isSims ? LINE_SIMS_MAX : LINE_PIECES_MAX} onQuantity={set} />
        <span className="medium">
          <MoneyAmount amountMinor={totalMinor} currency={currency} />
        </span>
      </div>
    </li>
  )
}

/** The foot of the cart: totals, delivery address, and submit. */
function CartForm({ cart, onSubmitted }: { cart: CartData; onSubmitted: (requestId: number) => void }) {
  const { t } = useTranslation()
  const [deliveryAddress, setAddress] = useState(cart.deliveryAddress)
  const [note, setNote] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, isPending, error } = useSubmitCart()
  const empty = useEmptyCart()
  const isMissing = deliveryAddress.trim() === ''
  const submit = () => {
    setSubmitted(true)
    if (isPending || isMissing) return
    mutate(
      { deliveryAddress, note, totals: cart.totals },
      {
        onSuccess: ({ data, message }) => {
          toasts.success(message)
          onSubmitted(data.requestId)
        },
      },
    )
  }
  return (
    <Form className={styles.cartFoot} isPending={isPending} onAttempt={submit}>
      <OrderTotals totals={cart.totals} />
      <AreaField
        label={t('store.cart.address')}
        value={deliveryAddress}
        rows={2}
        maxLength={500}
        autoComplete="street-address"
        problem={isSubmitted && isMissing ? sentence(FIELD_SENTENCES.required) : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <AreaField
        label={t('store.cart.note')}
        value={note}
        rows={2}
        maxLength={1000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <p className={fieldStyles.hint}>{t('store.cart.frozen')}</p>
      <Failure error={error} />
      <div className={styles.cartActions}>
        <Button blocked={empty.isPending} onClick={() => empty.mutate(cart)}>
          {t('store.cart.empty')}
        </Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'store.cart.submitting' : 'store.cart.submit')}
        </Button>
      </div>
    </Form>
  )
}
