import { useTranslation } from 'react-i18next'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { formatImei } from '#domain/identifiers.ts'
import { CallError } from '#web/lib/call.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { SimCell, SimLink } from '#web/shared/sims/sim-cell.tsx'
import { EditInPlace } from '#web/ui/edit-in-place.tsx'
import statusStyles from '#web/ui/status.module.css'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import { type EditableField, type HysRow, useEditHys } from './hys.api.ts'
import styles from './hys.module.css'
import { productIcon } from './product-icon.ts'

/** A product with its type; in the card of a phone with the SIM in it, too. */
export function ProductCell({ row, isPhone }: { row: HysRow; isPhone: boolean }) {
  const { productType, product, icc } = row
  const KindIcon = productIcon(row)
  const type = productTypeLabel(productType)
  return (
    <span className={`row ${styles.product}`}>
      <span className={`${statusStyles.tile} ${styles.neutral}`}>
        <KindIcon className="icon" aria-hidden="true" />
      </span>
      <span className="grow">
        {isPhone && icc !== '' ? (
          <>
            <span className="block ellipsis medium">
              {product} <span className={`${styles.type} text-tertiary text-small`}>{type}</span>
            </span>
            <span className={`${styles.sim} text-small`}>
              <SimLink icc={icc} />
              <span className="text-tertiary">{otherLabel(row)}</span>
            </span>
          </>
        ) : (
          <TwoLines isStrong first={product} second={type} />
        )}
      </span>
    </span>
  )
}

/** What the SIM is called, where the device is not called the same. */
const otherLabel = ({ simLabel, customField1 }: HysRow): string => (simLabel === customField1 ? '' : simLabel)

/** The SIM in a device. */
export function simCell(row: HysRow) {
  const { icc } = row
  if (icc === '') return <NoValue />
  const label = otherLabel(row)
  return label === '' ? <SimLink icc={icc} /> : <SimCell icc={icc} label={label} />
}

const LENGTH: Readonly<Record<EditableField, number>> = { imei: 20, customField1: 120, customField2: 120 }

export function Editable({ row, field, isPhone }: { row: HysRow; field: EditableField; isPhone: boolean }) {
  const { t } = useTranslation()
  const { mutateAsync } = useEditHys()
  const { hysId, kind, product } = row
  if (field === 'imei' && kind === 'service') return <NoValue />
  const save = async (value: string): Promise<string | undefined> => {
    try {
      toasts.success((await mutateAsync({ hysId, [field]: value })).message)
      return undefined
    } catch (error) {
      return error instanceof CallError ? (error.fields[field] ?? error.message) : String(error)
    }
  }
  const value = row[field]
  const name = sentence(HYS_WORDS[field])
  const whole = field === 'imei' ? t('common.addOf', { what: name }) : undefined
  return (
    <EditInPlace
      value={value}
      label={t('hys.fieldOf', { field: name, product })}
      toAdd={isPhone ? name : whole}
      maxLength={LENGTH[field]}
      inputMode={field === 'imei' ? 'numeric' : 'text'}
      onSave={save}
    >
      {field === 'imei' ? <span className="tabular-numbers no-wrap">{formatImei(value)}</span> : value}
    </EditInPlace>
  )
}
