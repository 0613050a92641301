import {
  type Icon,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronRight,
  IconColumns3,
  IconDots,
  IconDownload,
  IconMap2,
  IconUpload,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import styles from '#web/features/sims/filters/filters.module.css'
import { formatCount } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup, PopupGroup, PopupParts } from '#web/ui/popup.tsx'
import { ExportChoices, type ExportMenuProps } from './export-menu.tsx'
import { ColumnList } from './grid/column-chooser.tsx'
import type { Columns } from './grid/column-state.ts'
import { shownColumns } from './grid/columns.tsx'
import { nextSort, type SortState } from './grid/sort-order.ts'
import { type ListState, listSearch } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface PhoneMenuProps {
  readonly state: ListState
  readonly onChange: ChangeList
  readonly columns: Columns
  readonly exported: ExportMenuProps
  /** for administrators */
  readonly onImport: (() => void) | undefined
}

const PARTS = ['sort', 'columns', 'export'] as const
type Part = (typeof PARTS)[number]

/** The bar's controls behind one button, for phones. */
export function PhoneMenu(props: PhoneMenuProps) {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('sims.moreActions')}
      align="end"
      className={styles.phonePopup}
      trigger={(trigger) => <IconButton Icon={IconDots} size="md" label={t('sims.moreActions')} {...trigger} />}
    >
      {(close) => <Parts {...props} close={close} />}
    </Popup>
  )
}

function Parts(props: PhoneMenuProps & { close: () => void }) {
  const { t } = useTranslation()
  const { state, onChange, columns, exported, close } = props
  const [part, setPart] = useState<Part>()
  const sort = (order: SortState) => {
    close()
    onChange(order)
  }
  return (
    <PopupParts part={part} title={(one) => t(`sims.menu.${one}`)} onBack={() => setPart(undefined)}>
      {part === undefined ? <Entries {...props} onPart={setPart} /> : null}
      {part === 'sort' ? <SortChoices {...state} isCapped={exported.isCapped} onSort={sort} /> : null}
      {part === 'columns' ? <ColumnList columns={columns} hint={t('sims.columnsPhone')} /> : null}
      {part === 'export' ? <ExportChoices {...exported} close={close} /> : null}
    </PopupParts>
  )
}

const ICONS: Readonly<Record<Part, Icon>> = { sort: IconArrowsSort, columns: IconColumns3, export: IconDownload }

type EntriesProps = PhoneMenuProps & { close: () => void; onPart: (part: Part) => void }

function Entries({ state, columns, exported, onImport, close, onPart }: EntriesProps) {
  const { t } = useTranslation()
  const now: Readonly<Record<Part, string>> = {
    sort: exported.isCapped ? t('sims.unsorted') : t(`sims.field.${state.sort}`),
    columns: t('sims.columnsShown', { shown: shownColumns(columns.state).length, count: columns.state.length }),
    export: formatCount(exported.count, exported.isCapped),
  }
  const bringIn = () => {
    // first, so that the dialog returns the focus to this menu's button
    close()
    onImport?.()
  }
  return (
    <div className={popupStyles.list}>
      {PARTS.map((part) => {
        const Icon = ICONS[part]
        // its count is the reason
        const isBlocked = part === 'export' && exported.count === 0
        return (
          <button
            key={part}
            type="button"
            className={popupStyles.item}
            aria-disabled={isBlocked}
            onClick={isBlocked ? undefined : () => onPart(part)}
          >
            <Icon className="icon" aria-hidden="true" />
            {t(`sims.menu.${part}`)}
            <span className={popupStyles.count}>{now[part]}</span>
            <IconChevronRight className="icon icon-14" aria-hidden="true" />
          </button>
        )
      })}
      <Link className={popupStyles.item} to="/map" search={listSearch(state)}>
        <IconMap2 className="icon" aria-hidden="true" />
        {t('fleetMap.toMap')}
      </Link>
      {onImport ? (
        <button type="button" className={popupStyles.item} onClick={bringIn}>
          <IconUpload className="icon" aria-hidden="true" />
          {t('imports.title')}
        </button>
      ) : null}
    </div>
  )
}

interface SortChoicesProps extends SortState {
  /** the list is capped, and cannot be sorted */
  readonly isCapped: boolean
  onSort(sort: SortState): void
}

/** The sort order of the cards, which have no heads to click. */
function SortChoices({ sort, descending, isCapped, onSort }: SortChoicesProps) {
  const { t } = useTranslation()
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <PopupGroup label={t('sims.order')}>
      {isCapped ? (
        <p className={`${styles.hint} text-secondary text-small`} id="no-sort">
          {t('sims.noSort')}
        </p>
      ) : null}
      {SIM_SORTS.map((one) => (
        <button
          key={one}
          type="button"
          className={popupStyles.item}
          aria-pressed={!isCapped && one === sort}
          aria-disabled={isCapped}
          aria-describedby={isCapped ? 'no-sort' : undefined}
          onClick={isCapped ? undefined : () => onSort(nextSort(one, { sort, descending }))}
        >
          <span className="grow">{t(`sims.field.${one}`)}</span>
          {one === sort && !isCapped ? <Arrow className="icon icon-14" aria-hidden="true" /> : null}
        </button>
      ))}
    </PopupGroup>
  )
}
