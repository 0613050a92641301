import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { ALARM_DIGEST_MINUTES, ALARM_EMAILS, ALARM_WARNING_PERCENT } from '#domain/alarms.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { announce } from '#web/ui/announcer.tsx'
import chipStyles from '#web/ui/chip.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { FieldFrame } from '#web/ui/field-frame.tsx'
import alarmFormStyles from './alarm-form.module.css'
import { type AlarmValues, addDraft } from './alarm-values.ts'
import { latestNoticesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { areUnsent } from './unsent.tsx'

type Mails = Pick<AlarmValues, 'emails' | 'draft'>

interface MailsFieldProps {
  readonly mails: Mails
  /** validation error of the last attempt */
  readonly problem: string | undefined
  onMails(mails: Mails): void
}

/** From so many on their number is shown: there is room for few more. */
const COUNTED_FROM = ALARM_EMAILS.max - 2

/** Keys that turn the typed text into an address. */
const ADD_KEYS = ['Enter', 'Tab', ',', ';', ' ']

/**
 * Addresses as chips; Enter, Tab, a comma, a blank or saving the form adds one. Other blurs do not: the new chip would
 * shift the element under the pointer.
 */
export function MailsField({ mails, problem, onMails }: MailsFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const isUnsent = areUnsent(useQuery(latestNoticesQuery).data)
  const { emails, draft } = mails
  const take = (typed: Mails) => {
    const next = addDraft(typed)
    setSubmitted(next.draft !== '')
    onMails(next)
    const added = next.emails.filter((address) => !emails.includes(address))
    if (added.length > 0) announce(t('alarms.form.mailAdded', { address: added.join(', ') }))
  }
  const remove = (address: string) => {
    onMails({ draft, emails: emails.filter((other) => other !== address) })
    announce(t('alarms.form.mailRemoved', { address }))
    input.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    const last = emails.at(-1)
    if (ADD_KEYS.includes(event.key) && draft.trim() !== '' && !event.nativeEvent.isComposing) {
      if (event.key !== 'Tab') event.preventDefault()
      take(mails)
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last)
  }
  const error = (isSubmitted && draft !== '' ? sentence(FIELD_SENTENCES.email) : tooMany(emails)) ?? problem
  return (
    <FieldFrame
      label={t('alarms.form.mails')}
      problem={error}
      hint={
        <>
          <span className={`row ${alarmFormStyles.apart}`}>
            <span>
              {t('alarms.form.mailsHint', {
                percent: ALARM_WARNING_PERCENT,
                minutes: ALARM_DIGEST_MINUTES,
              })}
            </span>
            {emails.length >= COUNTED_FROM ? (
              <span className="tabular-numbers no-wrap">
                {t('alarms.form.mailsCount', { count: emails.length, most: ALARM_EMAILS.max })}
              </span>
            ) : null}
          </span>
          {isUnsent ? (
            <span className="block text-warning">{t('alarms.form.unsent', { place: t('alarms.notices.noticesList') })}</span>
          ) : null}
        </>
      }
    >
      {(control) => (
        <div className={classes(`${fieldStyles.input} ${styles.mailsInput}`, error && fieldStyles.invalid)}>
          {emails.length > 0 ? <Chips emails={emails} onRemove={remove} /> : null}
          <input
            ref={input}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={draft}
            {...control}
            onChange={({ currentTarget: { value } }) => onMails({ emails, draft: value.trim() })}
            onKeyDown={pressed}
            onPaste={(event) => {
              // a pasted list is split; the input alone would join its lines
              const pasted = event.clipboardData.getData('text').trim()
              if (!/[,;\s]/.test(pasted)) return
              event.preventDefault()
              take({ emails, draft: `${draft} ${pasted}` })
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

const tooMany = (emails: readonly string[]): string | undefined =>
  emails.length > ALARM_EMAILS.max ? sentence(FIELD_SENTENCES.emailCount) : undefined

function Chips({ emails, onRemove }: { emails: readonly string[]; onRemove: (address: string) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.chips}>
      {emails.map((address) => (
        <li key={address} className={styles.chip}>
          <span className="ellipsis">{address}</span>
          <button
            type="button"
            className={chipStyles.remove}
            aria-label={t('alarms.form.removeMail', { address })}
            onClick={() => onRemove(address)}
          >
            <IconX className="icon icon-14" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
