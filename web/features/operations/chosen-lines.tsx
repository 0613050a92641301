import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { OPERATION_FILE_MAX_BYTES } from '#contract/operations/mass-actions.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { classes } from '#web/lib/classes.ts'
import { pastedIccs } from '#web/lib/pasted-iccs.ts'
import { saveFile } from '#web/lib/save-file.ts'
import areaFieldStyles from '#web/ui/area-field.module.css'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { FieldFrame } from '#web/ui/field-frame.tsx'
import { FileButton, useDropZone, useFileUpload } from '#web/ui/file-upload.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { ownColumns, templateOf } from './kind-fields.tsx'
import styles from './mass-dialog.module.css'
import { type MassSource, type OperationFile, useUploadLines } from './operations.api.ts'

/** Maximum of ICCs in the text field; above, a file is better. */
const PASTED_MAX = 100_000

export interface LinesChoice {
  readonly from: 'file' | 'text'
  readonly text: string
  readonly file: OperationFile | undefined
}

export const NO_LINES: LinesChoice = { from: 'file', text: '', file: undefined }

/** The lines for the call; undefined without any. */
export function sourceOf({ from, text, file }: LinesChoice): MassSource | undefined {
  if (from === 'file') return file && { fileId: file.fileId }
  const icc = pastedIccs(text)
  return icc.length > 0 && icc.length <= PASTED_MAX ? { icc } : undefined
}

interface ChosenLinesProps {
  readonly kind: OperationKind
  readonly lines: LinesChoice
  /** a required choice is missing */
  readonly isMissing: boolean
  onLines(lines: LinesChoice): void
}

/** The SIMs of an operation from a file or pasted text. */
export function ChosenLines({ kind, lines, isMissing, onLines }: ChosenLinesProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.from}>
        <Choice
          label={t('operations.from')}
          value={lines.from}
          onChange={(from) => onLines({ ...lines, from })}
          options={[
            { value: 'file', text: t('operations.fromFile') },
            { value: 'text', text: t('operations.fromText') },
          ]}
        />
      </div>
      {lines.from === 'text' ? (
        <PastedField text={lines.text} isMissing={isMissing} onText={(text) => onLines({ ...lines, text })} />
      ) : lines.file ? (
        <ReadFile kind={kind} file={lines.file} onOther={() => onLines({ ...lines, file: undefined })} />
      ) : (
        <FileDrop kind={kind} isMissing={isMissing} onFile={(file) => onLines({ ...lines, file })} />
      )}
    </>
  )
}

function PastedField({ text, isMissing, onText }: { text: string; isMissing: boolean; onText: (text: string) => void }) {
  const { t } = useTranslation()
  const count = pastedIccs(text).length
  const problem =
    count > PASTED_MAX
      ? t('operations.pastedTooMany', { count: PASTED_MAX })
      : isMissing && count === 0
        ? t('operations.required')
        : undefined
  return (
    <FieldFrame
      label={t('operations.pasted')}
      problem={problem}
      hint={count > 0 ? t('operations.pastedCount', { count }) : t('operations.pastedHint')}
    >
      {(control) => (
        <textarea
          className={`${areaFieldStyles.area} tabular-numbers`}
          rows={6}
          spellCheck={false}
          value={text}
          {...control}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

function ReadFile({ kind, file, onOther }: { kind: OperationKind; file: OperationFile; onOther: () => void }) {
  const { t } = useTranslation()
  const own = ownColumns(kind, file)
  return (
    <div className={styles.file} role="status">
      <IconFileSpreadsheet className="icon icon-20" aria-hidden="true" />
      <div className="grow">
        <p className="medium ellipsis">{t('operations.fileRead', { name: file.fileName, count: file.lines })}</p>
        {own.length > 0 ? (
          <p className="text-tertiary text-small">{t('operations.fileColumns', { columns: own.join(', ') })}</p>
        ) : null}
      </div>
      <Button size="sm" onClick={onOther}>
        {t('operations.otherFile')}
      </Button>
    </div>
  )
}

const saveTemplate = (kind: OperationKind): void =>
  saveFile(new Blob([`${templateOf(kind)}\r\n`], { type: 'text/csv' }), `${kind}.csv`)

interface FileDropProps {
  readonly kind: OperationKind
  readonly isMissing: boolean
  onFile(file: OperationFile): void
}

function FileDrop({ kind, isMissing, onFile }: FileDropProps) {
  const { t } = useTranslation()
  const upload = useUploadLines()
  const options = { maxBytes: OPERATION_FILE_MAX_BYTES, tooLarge: t('operations.tooLarge'), onSuccess: onFile }
  const { start, problem } = useFileUpload(upload, options)
  const { isOver, zone } = useDropZone(start)
  const missing = isMissing && !upload.isPending ? t('operations.required') : undefined
  return (
    <section aria-label={t('operations.drop')} className={classes(styles.drop, isOver && styles.over)} {...zone}>
      <b>{upload.isPending ? t('operations.uploading', { name: upload.variables.name }) : t('operations.drop')}</b>
      <span className="text-tertiary text-small">{t('operations.dropTypes')}</span>
      <span className="row">
        <FileButton label={t('operations.chooseFile')} blocked={upload.isPending} aria-busy={upload.isPending} onFile={start} />
        <Button variant="ghost" onClick={() => saveTemplate(kind)}>
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t('operations.template')}
        </Button>
      </span>
      <Problem isAlert>{problem ?? missing}</Problem>
    </section>
  )
}
