import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typedCount } from '#web/lib/typed-money.ts'
import { IconButton } from '#web/ui/button.tsx'
import styles from './quantity.module.css'

interface QuantityProps {
  /** of which product */
  readonly name: string
  readonly quantity: number
  readonly max: number
  onQuantity(quantity: number): void
}

/** A quantity with plus and minus buttons and an input, which applies on blur and submit. */
export function Quantity({ name, quantity, max, onQuantity }: QuantityProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(String(quantity))
  useEffect(() => setTyped(String(quantity)), [quantity])
  const take = (event: FormEvent) => {
    event.preventDefault()
    const count = typedCount(typed)
    const isRight = Number.isSafeInteger(count) && count >= 0 && count <= max
    if (!isRight) setTyped(String(quantity))
    else if (count !== quantity) onQuantity(count)
  }
  return (
    <form className={styles.quantity} onSubmit={take} noValidate>
      <IconButton
        Icon={IconMinus}
        iconClass="icon-14"
        label={t('store.less', { name })}
        onClick={() => onQuantity(quantity - 1)}
      />
      <input
        className="tabular-numbers"
        aria-label={t('store.quantityOf', { name })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
      />
      <IconButton
        Icon={IconPlus}
        iconClass="icon-14"
        label={t('store.more', { name })}
        blocked={quantity >= max}
        onClick={() => onQuantity(quantity + 1)}
      />
    </form>
  )
}
