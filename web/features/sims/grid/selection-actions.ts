import { IconCopy, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import i18next from 'i18next'
import { SHEET_ROWS } from '#domain/spreadsheet.ts'
import { copyIccs } from '#web/shared/sims/copy-iccs.ts'
import { exportFile, SINGLE_MAX, selectedIccs, selectedPart } from '../export-sims.ts'
import type { ExportRequest, ListOrder } from '../sims.api.ts'
import { countSelected, type Selection } from './selection.ts'

/** Maximum of ICCs for the clipboard; above, a file is better. */
export const COPY_MAX = 50_000

export interface SelectionContext {
  readonly selection: Selection
  /** matching SIMs */
  readonly total: number
  /** more SIMs match than `total`, which the list contains */
  readonly isCapped: boolean
  readonly order: ListOrder
  readonly columns: ExportRequest['columns']
}

/** An action on the selection. One with a reason is disabled and shows it. */
export interface SelectionAction {
  readonly id: string
  readonly label: string
  readonly Icon: typeof IconCopy
  readonly disabledReason: string | undefined
  /** a button of the bar too, where there is room */
  readonly isFront?: boolean
  run(): Promise<void>
}

/** Actions on the selection, in the order of the menu. */
export function selectionActions(context: SelectionContext): SelectionAction[] {
  const { selection, total, order, columns } = context
  const { t } = i18next
  const count = countSelected(selection, total)
  const singles = selection.kind === 'some' ? selection.icc.size : selection.except.size
  const tooMany = singles > SINGLE_MAX ? t('sims.exportSelectionTooMany', { count: SINGLE_MAX }) : undefined
  const exportAs = (format: ExportRequest['format']) => () =>
    exportFile({ format, columns, ...order, ...selectedPart(selection) })
  return [
    {
      id: 'copy',
      label: t('sims.copyIcc'),
      Icon: IconCopy,
      disabledReason: count > COPY_MAX ? t('sims.copyTooMany', { count: COPY_MAX }) : undefined,
      run: () => copyIccs(() => selectedIccs(selection, order.filter)),
    },
    {
      id: 'sheet',
      label: t('sims.exportSheet'),
      Icon: IconFileSpreadsheet,
      disabledReason: count > SHEET_ROWS ? t('sims.exportTooLong') : tooMany,
      run: exportAs('xlsx'),
    },
    {
      id: 'export',
      label: t('sims.exportCount', { count }),
      Icon: IconDownload,
      disabledReason: tooMany,
      isFront: true,
      run: exportAs('csv'),
    },
  ]
}
