import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_MAX_BYTES } from '#contract/inventory/inventory.calls.ts'
import { CallError } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { TOUCH, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import statesStyles from '#web/ui/states.module.css'
import { ImportProblem } from './import-problem.tsx'
import { type ImportData, useUpload } from './inventory.api.ts'
import styles from './inventory.module.css'
import { ProgressBar } from './progress-bar.tsx'

/** Uploads a dropped or chosen file. */
export function ImportChoose({ onUploaded }: { onUploaded: (data: ImportData) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState('')
  const upload = useUpload()
  const invitation = t(useMedia(TOUCH) ? 'imports.pick' : 'imports.drop')
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return
    setRefused(file.size > IMPORT_MAX_BYTES ? t('imports.tooLarge') : '')
    if (file.size <= IMPORT_MAX_BYTES) upload.mutate(file, { onSuccess: onUploaded })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const { error } = upload
  const problem = refused || (error instanceof CallError ? (error.fields.file ?? error.message) : error?.message)
  return (
    <section
      aria-label={invitation}
      className={classes(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={statesStyles.badge}>
        <IconFileSpreadsheet className="icon icon-20" aria-hidden="true" />
      </span>
      <b>{upload.isPending ? t('imports.uploading', { name: upload.variables.name }) : invitation}</b>
      <span className="text-tertiary text-small">{t('imports.dropTypes')}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={t('imports.choose')}
        onChange={(event) => {
          take(event.target.files?.[0])
          // the same file, corrected, can be chosen again
          event.target.value = ''
        }}
      />
      {upload.isPending ? <ProgressBar /> : null}
      <Button variant="primary" data-autofocus blocked={upload.isPending} onClick={() => input.current?.click()}>
        {t('imports.choose')}
      </Button>
      {problem && !upload.isPending ? <ImportProblem>{problem}</ImportProblem> : null}
    </section>
  )
}
