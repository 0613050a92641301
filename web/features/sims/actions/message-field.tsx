import { type KeyboardEvent, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Problem } from '#web/ui/problem.tsx'
import styles from './sim-actions.module.css'

/** Validation error of a message; undefined when it can be sent. */
export function useMessageProblem(text: string): string | undefined {
  const { t } = useTranslation()
  if (text.trim() === '') return sentence(FIELD_SENTENCES.required)
  return smsSegments(text).segments > MAX_SMS_SEGMENTS ? t('simActions.sms.tooLong', { count: MAX_SMS_SEGMENTS }) : undefined
}

interface MessageFieldProps {
  readonly value: string
  readonly problem?: string | undefined
  readonly rows: number
  readonly readOnly: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
  onChange(text: string): void
  onKeyDown?(event: KeyboardEvent): void
}

/** The text of a short message, with its number of segments. */
export function MessageField({ value, problem, onChange, ...area }: MessageFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{t('simActions.sms.message')}</label>
      <div className={classes(`${fieldStyles.input} ${styles.area}`, problem && fieldStyles.invalid)}>
        <textarea
          id={id}
          value={value}
          data-autofocus
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error ${id}-count` : `${id}-count`}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...area}
        />
      </div>
      <Problem id={`${id}-error`}>{problem}</Problem>
      <p className={`${fieldStyles.hint} tabular-numbers`} id={`${id}-count`}>
        <Counted text={value} />
      </p>
    </div>
  )
}

function Counted({ text }: { text: string }) {
  const { t } = useTranslation()
  const { segments, free, encoding } = smsSegments(text)
  return (
    <>
      {t('simActions.sms.segments', { count: segments })}, {t('simActions.sms.free', { count: free })}
      {encoding === 'ucs2' ? `. ${t('simActions.sms.unicode')}` : null}
    </>
  )
}
