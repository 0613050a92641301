import { IconDownload, IconFileSpreadsheet, IconFileText, IconTable } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FileAnswer } from '../lib/call.ts'
import { saveFile } from '../lib/save-file.ts'
import { toasts } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
import styles from './popup.module.css'
import { Popup } from './popup.tsx'

export type FileFormat = 'csv' | 'xlsx' | 'tsv'

const KINDS = [
  { format: 'csv', Icon: IconFileText },
  { format: 'xlsx', Icon: IconFileSpreadsheet },
  { format: 'tsv', Icon: IconTable },
] as const

/** Fetches a file and hands it to the browser's downloads, and says how that went. */
export async function saveExport(ask: () => Promise<FileAnswer>): Promise<void> {
  toasts.info(i18next.t('files.preparing'))
  try {
    const { blob, fileName } = await ask()
    saveFile(blob, fileName)
    toasts.success(i18next.t('files.saved', { name: fileName }))
  } catch (error) {
    toasts.error(error instanceof Error ? error.message : String(error))
  }
}

interface FileMenuProps {
  ask: (format: FileFormat) => Promise<FileAnswer>
}

/** Saves all that a list's filters leave, not only what is on the page. @param ask fetches it as a file of a kind */
export function FileMenu({ ask }: FileMenuProps) {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('files.export')}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger}>
          <IconDownload className="icon" aria-hidden="true" />
          {t('files.export')}
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.list}>
          <p className={`${styles.over} overline`}>{t('files.all')}</p>
          {KINDS.map(({ format, Icon }) => (
            <button
              key={format}
              type="button"
              className={styles.item}
              onClick={() => {
                close()
                void saveExport(() => ask(format))
              }}
            >
              <Icon className="icon icon-14" aria-hidden="true" />
              {t(`files.${format}`)}
            </button>
          ))}
        </div>
      )}
    </Popup>
  )
}
