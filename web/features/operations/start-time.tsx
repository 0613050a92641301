import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneName } from '#web/lib/format.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './mass-dialog.module.css'

/** Start of an operation: at once, or at a chosen time. */
export function useStartTime() {
  const { t } = useTranslation()
  const [date, setDate] = useState<string>()
  const problem = () => {
    if (date === undefined) return undefined
    if (date === '') return t('operations.required')
    return new Date(date) <= new Date() ? t('operations.past') : undefined
  }
  /** parameter of the call; undefined while the date is invalid */
  const read = (): { scheduledAt?: string } | undefined => {
    if (problem()) return undefined
    return date === undefined ? {} : { scheduledAt: new Date(date).toISOString() }
  }
  return { date, onDate: setDate, isLater: date !== undefined, problem: problem(), read }
}

interface StartTimeProps {
  readonly date: string | undefined
  readonly problem: string | undefined
  onDate(date: string | undefined): void
}

/** Now, or at a date. */
export function StartTime({ date, problem, onDate }: StartTimeProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.when}>
        <span className="medium" aria-hidden="true">
          {t('operations.when')}
        </span>
        <Choice
          label={t('operations.when')}
          value={date === undefined ? 'now' : 'later'}
          onChange={(when) => onDate(when === 'now' ? undefined : (date ?? ''))}
          options={[
            { value: 'now', text: t('operations.now') },
            { value: 'later', text: t('operations.schedule') },
          ]}
        />
      </div>
      {date === undefined ? null : (
        <Field
          type="datetime-local"
          className={styles.date}
          label={t('operations.date')}
          hint={t('operations.dateHint', { zone: zoneName(new Date().toISOString()) })}
          problem={problem}
          value={date}
          onChange={(event) => onDate(event.currentTarget.value)}
        />
      )}
    </>
  )
}
