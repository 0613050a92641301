import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#web/lib/define-search.ts'
import { IconButton } from '../button.tsx'
import { CheckLine } from '../checkbox.tsx'
import popupStyles from '../popup.module.css'
import { Popup, PopupGroup } from '../popup.tsx'
import { DensityChoice } from '../preference-choices.tsx'
import { Select } from '../select.tsx'
import styles from './list.module.css'

interface ViewedColumn {
  readonly id: string
  readonly head: string
  readonly isRowHead?: boolean
  readonly isHeadHidden?: boolean
  readonly sort?: string
  readonly fromTop?: boolean
}

interface ViewProps {
  readonly columns: readonly ViewedColumn[]
  /** ids of the columns that are left out */
  readonly hidden: readonly string[]
  readonly order: Order<string> | undefined
  onHidden(hidden: readonly string[]): void
  onOrder(order: Order<string>): void
}

/** How a list is shown: row height, order (a phone has no heads), and columns. */
export function ListViewMenu({ columns, hidden, order, onHidden, onOrder }: ViewProps) {
  const { t } = useTranslation()
  const toggle = (id: string) => onHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return (
    <Popup
      label={t('list.view')}
      align="end"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          Icon={IconAdjustmentsHorizontal}
          iconClass="icon-14"
          variant="default"
          label={t('list.view')}
          title={t('list.view')}
        />
      )}
    >
      {() => (
        <>
          <div className={`row ${styles.viewRow}`}>
            <span className="grow">{t('common.density')}</span>
            <DensityChoice />
          </div>
          {order ? <OrderChoice columns={columns} order={order} onOrder={onOrder} /> : null}
          <PopupGroup label={t('list.columns')} className={styles.options}>
            <p className={`${popupStyles.over} overline`}>{t('list.columns')}</p>
            {columns
              .filter(({ isRowHead, isHeadHidden }) => !isRowHead && !isHeadHidden)
              .map(({ id, head }) => (
                <CheckLine key={id} labelClass={popupStyles.item} checked={!hidden.includes(id)} onChange={() => toggle(id)}>
                  <span className="ellipsis">{head}</span>
                </CheckLine>
              ))}
          </PopupGroup>
        </>
      )}
    </Popup>
  )
}

type OrderProps = Pick<ViewProps, 'columns' | 'onOrder'> & { readonly order: Order<string> }

function OrderChoice({ columns, order, onOrder }: OrderProps) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort !== undefined)
  return (
    <div className={`row ${styles.viewRow}`}>
      <span className="grow">{t('list.sortBy')}</span>
      <Select
        aria-label={t('list.sortBy')}
        value={order.sort}
        onChange={({ currentTarget: { value } }) => {
          const column = sortable.find(({ sort }) => sort === value)
          if (column?.sort) onOrder({ sort: column.sort, descending: column.fromTop ?? false })
        }}
      >
        {sortable.map(({ id, head, sort }) => (
          <option key={id} value={sort}>
            {head}
          </option>
        ))}
      </Select>
    </div>
  )
}
