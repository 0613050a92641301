import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pastedIccs } from '#web/lib/pasted-iccs.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-upload.tsx'
import { Problem } from '#web/ui/problem.tsx'
import styles from './assign.module.css'

export type AssignFrom = 'stock' | 'text' | 'file'

/** Values of each source. */
export interface SourceValues {
  readonly count: string
  readonly text: string
  readonly file: File | undefined
}

export const NO_SOURCE: SourceValues = { count: '', text: '', file: undefined }

interface SourceProps {
  readonly from: AssignFrom
  readonly values: SourceValues
  readonly inStock: number
  /** available SIMs in stock */
  readonly max: number
  /** an attempt had errors */
  readonly isAttempted: boolean
  readonly fileProblem: string | undefined
  onFrom(from: AssignFrom): void
  onValues(values: SourceValues): void
}

/** The source of the SIMs. */
export function AssignSourceFields(props: SourceProps) {
  const { t } = useTranslation()
  const { from, values, inStock, max, isAttempted, onFrom, onValues } = props
  const required = isAttempted ? t('requests.assign.required') : undefined
  const pasted = pastedIccs(values.text).length
  return (
    <>
      <div className={styles.from}>
        <Choice
          label={t('requests.assign.from')}
          value={from}
          onChange={onFrom}
          options={(['stock', 'text', 'file'] as const).map((value) => ({ value, text: t(`requests.assign.${value}`) }))}
        />
      </div>
      {from === 'stock' ? (
        <Field
          label={t('requests.assign.count')}
          value={values.count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          hint={t('requests.assign.inStock', { count: inStock })}
          problem={isAttempted ? t('requests.assign.wrongCount', { most: max }) : undefined}
          onChange={(event) => onValues({ ...values, count: event.currentTarget.value })}
        />
      ) : null}
      {from === 'text' ? (
        <AreaField
          label={t('requests.assign.pasted')}
          value={values.text}
          rows={6}
          spellCheck={false}
          className="tabular-numbers"
          hint={pasted > 0 ? t('requests.assign.pastedCount', { count: pasted }) : t('requests.assign.pastedHint')}
          problem={required}
          onChange={(event) => onValues({ ...values, text: event.currentTarget.value })}
        />
      ) : null}
      {from === 'file' ? <FileChoice {...props} /> : null}
    </>
  )
}

function FileChoice({ values, isAttempted, fileProblem, onValues }: SourceProps) {
  const { t } = useTranslation()
  const problem = fileProblem ?? (isAttempted && !values.file ? t('requests.assign.required') : undefined)
  return (
    <div className={styles.file}>
      <IconFileSpreadsheet className="icon icon-20" aria-hidden="true" />
      <div className="grow">
        <p className="medium ellipsis" role="status">
          {values.file ? t('requests.assign.chosen', { name: values.file.name }) : t('requests.assign.file')}
        </p>
        <p className="text-tertiary text-small">{t('requests.assign.fileHint')}</p>
        <Problem isAlert>{problem}</Problem>
      </div>
      <FileButton label={t('requests.assign.chooseFile')} size="sm" onFile={(file) => onValues({ ...values, file })} />
    </div>
  )
}
