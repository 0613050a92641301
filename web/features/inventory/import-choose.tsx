import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IMPORT_MAX_BYTES } from '#contract/inventory/inventory.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { TOUCH, useMedia } from '#web/lib/use-media.ts'
import { FileButton, useDropZone, useFileUpload } from '#web/ui/file-upload.tsx'
import statesStyles from '#web/ui/states.module.css'
import { ImportProblem } from './import-problem.tsx'
import { type ImportData, useUpload } from './inventory.api.ts'
import styles from './inventory.module.css'
import { ProgressBar } from './progress-bar.tsx'

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
      <b>{upload.isPending ? t('imports.uploading', { name: upload.variables.name }) : invitation}</b>
      <span className="text-tertiary text-small">{t('imports.dropTypes')}</span>
      {upload.isPending ? <ProgressBar /> : null}
      <FileButton label={t('imports.choose')} variant="primary" data-autofocus blocked={upload.isPending} onFile={start} />
      {problem ? <ImportProblem>{problem}</ImportProblem> : null}
    </section>
  )
}
