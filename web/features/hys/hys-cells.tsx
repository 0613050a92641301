import { IconRouter, IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { formatImei } from '#domain/identifiers.ts'
import { CallError } from '#web/lib/call.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { EditInPlace } from '#web/ui/edit-in-place.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import { type EditableField, type HysRow, useEditHys } from './hys.api.ts'
import styles from './hys.module.css'

/** A product with its type. */
export function productCell({ kind, productType, product }: HysRow) {
  const KindIcon = kind === 'service' ? IconTool : IconRouter
  return (
    <span className={`row ${styles.product}`}>
      <span className={styles.tile}>
        <KindIcon className="icon" aria-hidden="true" />
      </span>
      <span className="grow">
        <TwoLines isStrong first={product} second={productTypeLabel(productType)} />
      </span>
    </span>
  )
}

const LENGTH: Readonly<Record<EditableField, number>> = { imei: 20, customField1: 120, customField2: 120 }

export function Editable({ row, field }: { row: HysRow; field: EditableField }): ReactNode {
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
  return (
    <EditInPlace
      value={value}
      label={t('hys.fieldOf', { field: sentence(HYS_WORDS[field]), product })}
      maxLength={LENGTH[field]}
      inputMode={field === 'imei' ? 'numeric' : 'text'}
      onSave={save}
    >
      {field === 'imei' ? <span className="tabular-numbers no-wrap">{formatImei(value)}</span> : value}
    </EditInPlace>
  )
}
