import { IconRouter, IconTool } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { formatImei } from '#domain/identifiers.ts'
import { CallError } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { EditInPlace } from '#web/ui/edit-in-place.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { type EditableField, type HysRow, useEditHys } from './hys.api.ts'
import styles from './hys.module.css'

/** Devices and services, one a row; cards on a phone. */
export function HysTable({ rows }: { rows: readonly HysRow[] | undefined }) {
  const { t } = useTranslation()
  const editable = (id: EditableField, className: string | undefined): TableColumn<HysRow> => ({
    id,
    head: sentence(HYS_WORDS[id]),
    className,
    cell: (row) => <Editable row={row} field={id} />,
  })
  return (
    <Table
      label={t('hys.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ hysId }) => hysId}
      columns={[
        { id: 'type', head: sentence(HYS_WORDS.productType), className: styles.type, cell: (row) => <Kind row={row} /> },
        {
          id: 'product',
          head: sentence(HYS_WORDS.product),
          className: styles.product,
          isRowHead: true,
          cell: ({ product, companyName }) => (
            <>
              <span className={`${styles.line} medium ellipsis`} title={product}>
                {product}
              </span>
              <span className={`${styles.line} text-tertiary text-small ellipsis`} title={companyName}>
                {companyName}
              </span>
            </>
          ),
        },
        editable('imei', styles.imei),
        editable('customField1', styles.field1),
        editable('customField2', styles.field2),
        { id: 'icc', head: sentence(HYS_WORDS.icc), className: styles.sim, cell: ({ icc }) => <Sim icc={icc} /> },
        {
          id: 'acquired',
          head: sentence(HYS_WORDS.acquired),
          className: `${styles.when} text-secondary tabular-numbers`,
          cell: ({ acquiredAt }) => formatDate(acquiredAt),
        },
      ]}
    />
  )
}

function Kind({ row: { kind, productType } }: { row: HysRow }) {
  const KindIcon = kind === 'service' ? IconTool : IconRouter
  return (
    <span className="row">
      <KindIcon className="icon text-tertiary" aria-hidden="true" />
      <span className="ellipsis" title={productType}>
        {productType}
      </span>
    </span>
  )
}

const LENGTH: Readonly<Record<EditableField, number>> = { imei: 20, customField1: 120, customField2: 120 }

function Editable({ row, field }: { row: HysRow; field: EditableField }): ReactNode {
  const { t } = useTranslation()
  const { mutateAsync } = useEditHys()
  const { hysId, kind, product } = row
  if (field === 'imei' && kind === 'service') return <span className="text-tertiary">—</span>
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
  return (
    <>
      <span className="only-on-phone text-tertiary text-small">{name}</span>
      <EditInPlace
        value={value}
        label={t('hys.fieldOf', { field: name, product })}
        maxLength={LENGTH[field]}
        inputMode={field === 'imei' ? 'numeric' : 'text'}
        onSave={save}
      >
        {field === 'imei' ? <span className="tabular-numbers no-wrap">{formatImei(value)}</span> : value}
      </EditInPlace>
    </>
  )
}

/** The SIM in it, as a link for those who may see it. */
function Sim({ icc }: { icc: string }) {
  const canSee = holds(useSession(), 'sims')
  if (icc === '') return <span className="text-tertiary">—</span>
  if (!canSee) return <Icc value={icc} />
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}
