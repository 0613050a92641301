import { type Icon, IconDownload, IconFileSpreadsheet, IconFileText, IconTable } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FileAnswer } from '../lib/call.ts'
import { classes } from '../lib/classes.ts'
import { saveFile } from '../lib/save-file.ts'
import { toasts } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
import fileStyles from './file-menu.module.css'
import styles from './popup.module.css'
import { Popup } from './popup.tsx'

export type FileFormat = 'csv' | 'xlsx' | 'tsv'

const ICONS: Readonly<Record<FileFormat, Icon>> = { csv: IconFileText, xlsx: IconFileSpreadsheet, tsv: IconTable }

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

interface FileMenuProps<Format extends FileFormat> {
  /** fetches the file */
  ask: (format: Format) => Promise<FileAnswer>
}

/** Saves all that a list's filters leave, not only what is on the page. In the head of a page, where a phone has no room for its word. */
export function FileMenu(props: FileMenuProps<FileFormat>) {
  const { t } = useTranslation()
  return <FormatMenu {...props} about={t('files.all')} formats={['csv', 'xlsx', 'tsv']} isIconOnPhone />
}

interface FormatMenuProps<Format extends FileFormat> extends FileMenuProps<Format> {
  /** what is in the file */
  about: string
  formats: readonly Format[]
  isSmall?: boolean
  isIconOnPhone?: boolean
}

/** Saves something as a file of one of some kinds. */
export function FormatMenu<Format extends FileFormat>({
  about,
  formats,
  ask,
  isSmall = false,
  isIconOnPhone = false,
}: FormatMenuProps<Format>) {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('files.export')}
      align="end"
      trigger={(trigger) => (
        <Button
          size={isSmall ? 'sm' : 'md'}
          className={isIconOnPhone ? fileStyles.icon : undefined}
          aria-label={isIconOnPhone ? t('files.export') : `${t('files.export')}: ${about}`}
          {...trigger}
        >
          <IconDownload className={classes('icon', isSmall && 'icon-14')} aria-hidden="true" />
          <span className={isIconOnPhone ? 'hide-on-phone' : undefined}>{t('files.export')}</span>
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.list}>
          <p className={`${styles.over} overline`}>{about}</p>
          {formats.map((format) => {
            const FormatIcon: Icon = ICONS[format]
            return (
              <button
                key={format}
                type="button"
                className={styles.item}
                // Escape closes the menu without closing the dialog around it
                data-mantine-stop-propagation="true"
                onClick={() => {
                  close()
                  void saveExport(() => ask(format))
                }}
              >
                <FormatIcon className="icon icon-14" aria-hidden="true" />
                {t(`files.${format}`)}
              </button>
            )
          })}
        </div>
      )}
    </Popup>
  )
}
