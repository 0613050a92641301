import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreaField } from '#web/ui/area-field.tsx'

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
export function MessageField({ value, onChange, ...area }: MessageFieldProps) {
  const { t } = useTranslation()
  const { segments, free, encoding } = smsSegments(value)
  const counted = `${t('simActions.sms.segments', { count: segments })}, ${t('simActions.sms.free', { count: free })}`
  return (
    <AreaField
      label={t('simActions.sms.message')}
      hint={
        <span className="tabular-numbers">
          {counted}
          {encoding === 'ucs2' ? `. ${t('simActions.sms.unicode')}` : null}
        </span>
      }
      value={value}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
      {...area}
    />
  )
}
