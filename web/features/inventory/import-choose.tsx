import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IMPORT_MAX_BYTES } from '#contract/inventory/inventory.calls.ts'
import { FIELD_NAMES } from '#contract/inventory/inventory-messages.ts'
import { INVENTORY_FIELDS } from '#domain/inventory-columns.ts'
import { classes } from '#web/lib/classes.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentence } from '#web/lib/sentence.ts'
import { TOUCH, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton, useDropZone, useFileUpload } from '#web/ui/file-upload.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import statesStyles from '#web/ui/states.module.css'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { ImportProblem } from './import-problem.tsx'
import { type ImportData, useUpload } from './inventory.api.ts'
import styles from './inventory.module.css'

const TEMPLATE_FIELDS = INVENTORY_FIELDS.filter((field) => field !== 'iccidWithoutCheckDigit')
/** Those that files have most often, besides the ICC. */
const NAMED_FIELDS = ['msisdn', 'imsi', 'imei', 'plan', 'company', 'customField1'] as const

/** Uploads a dropped or chosen file. */
export function ImportChoose({ onUploaded }: { onUploaded: (data: ImportData) => void }) {
  const { t } = useTranslation()
  const upload = useUpload()
  const invitation = t(useMedia(TOUCH) ? 'imports.pick' : 'imports.drop')
  const options = { maxBytes: IMPORT_MAX_BYTES, tooLarge: t('imports.tooLarge'), onSuccess: onUploaded }
  const { start, problem } = useFileUpload(upload, options)
  const { isOver, zone } = useDropZone(start)
  return (
    <section aria-label={invitation} className={classes(styles.drop, isOver && styles.over)} {...zone}>
      <span className={statesStyles.badge}>
        <IconFileSpreadsheet className="icon icon-20" aria-hidden="true" />
      </span>
      <div>
        <b>{upload.isPending ? t('imports.uploading', { name: upload.variables.name }) : invitation}</b>
        <p className={`${styles.nothingYet} text-secondary`}>{t('imports.nothingYet')}</p>
      </div>
      {upload.isPending ? <ProgressBar label={t('imports.progress')} className={styles.dropBar} /> : null}
      <div className={styles.dropActions}>
        <FileButton label={t('imports.choose')} variant="primary" data-autofocus blocked={upload.isPending} onFile={start} />
        <Button variant="ghost" onClick={() => saveFile(template(), t('imports.templateName'))}>
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t('imports.template', { count: TEMPLATE_FIELDS.length })}
        </Button>
      </div>
      <div className="text-tertiary text-small">
        <p className="text-secondary">
          <TextWithParts
            text={t('imports.fileNeeds')}
            parts={[
              <span key="needed" className="medium">
                {sentence(FIELD_NAMES.iccid)}
              </span>,
            ]}
          />
        </p>
        <p>
          {t('imports.fileMay', {
            others: NAMED_FIELDS.map((field) => sentence(FIELD_NAMES[field])).join(', '),
            count: TEMPLATE_FIELDS.length - 1 - NAMED_FIELDS.length,
          })}
        </p>
        <p>{t('imports.dropTypes')}</p>
      </div>
      {problem ? <ImportProblem>{problem}</ImportProblem> : null}
    </section>
  )
}

/** A file with the names of all columns that an import recognises, as a spreadsheet reads it. */
function template(): Blob {
  const names = TEMPLATE_FIELDS.map((field) => sentence(FIELD_NAMES[field]))
  // the mark keeps accents in Excel
  return new Blob([`\uFEFF${names.join(';')}\n`], { type: 'text/csv' })
}
