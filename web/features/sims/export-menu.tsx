import { IconDownload, IconFileSpreadsheet, IconFileText, IconTable } from '@tabler/icons-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { SHEET_ROWS } from '#domain/spreadsheet.ts'
import styles from '#web/features/sims/filters/filters.module.css'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { Button } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { exportFile, exportWhole } from './export-sims.ts'
import type { ExportRequest, ListOrder } from './sims.api.ts'

export interface ExportMenuProps {
  readonly order: ListOrder
  readonly columns: ExportRequest['columns']
  /** matching rows */
  readonly count: number
  /** the list is capped; a file has all matches */
  readonly isCapped: boolean
}

export function ExportMenu(props: ExportMenuProps) {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('sims.export')}
      align="end"
      trigger={(trigger) => <ExportButton {...trigger} isEmpty={props.count === 0} />}
    >
      {(close) => <ExportChoices {...props} close={close} />}
    </Popup>
  )
}

interface ExportButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly id: string
  readonly isEmpty: boolean
}

function ExportButton({ isEmpty, ...trigger }: ExportButtonProps) {
  const { t } = useTranslation()
  useAskedForm('export', () => document.getElementById(trigger.id)?.click())
  return (
    <Tip text={isEmpty ? t('sims.exportNothing') : undefined}>
      <Button size="sm" {...trigger} blocked={isEmpty}>
        <IconDownload className="icon icon-14" aria-hidden="true" />
        {t('sims.export')}
      </Button>
    </Tip>
  )
}

/** CSV and XLSX have the shown columns; TSV has every column in wire format. */
export function ExportChoices({ order, columns, count, isCapped, close }: ExportMenuProps & { close: () => void }) {
  const { t } = useTranslation()
  const isTooLong = count > SHEET_ROWS
  const choose = (run: () => Promise<void>) => () => {
    close()
    void run()
  }
  const asFile = (format: 'csv' | 'xlsx') => choose(() => exportFile({ format, columns, ...order }))
  return (
    <div className={popupStyles.list}>
      <p className={`${popupStyles.over} overline`}>{t(isCapped ? 'sims.exportBeyond' : 'sims.exportCount', { count })}</p>
      <button type="button" className={popupStyles.item} onClick={asFile('csv')}>
        <IconFileText className="icon icon-14" aria-hidden="true" />
        {t('sims.exportCsv')}
      </button>
      <button
        type="button"
        className={popupStyles.item}
        aria-disabled={isTooLong}
        aria-describedby={isTooLong ? 'sheet-max' : undefined}
        onClick={isTooLong ? undefined : asFile('xlsx')}
      >
        <IconFileSpreadsheet className="icon icon-14" aria-hidden="true" />
        {t('sims.exportXlsx')}
      </button>
      {isTooLong ? (
        <p className={`${styles.hint} text-tertiary text-small`} id="sheet-max">
          {t('sims.exportTooLong')}
        </p>
      ) : null}
      <button type="button" className={popupStyles.item} onClick={choose(() => exportWhole(order))}>
        <IconTable className="icon icon-14" aria-hidden="true" />
        {t('sims.exportTsv')}
      </button>
    </div>
  )
}
