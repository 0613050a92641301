import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { OrderTotals } from '#web/shared/orders/order-totals.tsx'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Form } from '#web/ui/form.tsx'
import styles from './cart.module.css'
import { type CartData, useEmptyCart, useSubmitCart } from './store.api.ts'

interface FormProps {
  readonly cart: CartData
  onSubmitted(requestId: number): void
}

/** The foot of the cart: totals, delivery address, and submit. */
export function CartForm({ cart, onSubmitted }: FormProps) {
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
