import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_TEXT_MAX } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import areaFieldStyles from '#web/ui/area-field.module.css'
import { IconButton } from '#web/ui/button.tsx'
import styles from './support.module.css'

/** The remaining characters are shown below this number. */
const SHOW_REMAINING_BELOW = 400

interface ComposerProps {
  /** key of the conversation's draft */
  readonly conversation: string
  readonly label: string
  /** what is attached to the message */
  readonly hint?: string
  readonly takesFocus?: boolean
  /** has three lines while it is empty, not one */
  readonly isTall?: boolean
  onFocus?(): void
  onSend(text: string): void
}

/** Message input. Enter sends, Shift and Enter add a line; an unsent draft is kept. */
export function Composer({ conversation, label, hint, takesFocus = false, isTall = false, onFocus, onSend }: ComposerProps) {
  const { t } = useTranslation()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => readDraft(conversation))
  useEffect(() => {
    if (takesFocus) area.current?.focus()
  }, [takesFocus])
  const left = SUPPORT_TEXT_MAX - text.trim().length
  const isBlocked = text.trim() === '' || left < 0
  const type = (next: string) => {
    setText(next)
    writeDraft(conversation, next)
  }
  const send = () => {
    if (isBlocked) return
    onSend(text.trim())
    type('')
    area.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    // an input method uses Enter itself
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className={styles.composer}>
      <div className={styles.line}>
        <textarea
          ref={area}
          className={classes(areaFieldStyles.area, isTall && styles.tall)}
          rows={isTall ? 3 : 1}
          aria-label={label}
          placeholder={label}
          aria-describedby={`${id}-hint`}
          aria-invalid={left < 0 ? true : undefined}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={onFocus}
          onKeyDown={pressed}
        />
        <IconButton
          Icon={IconSend2}
          iconClass="icon-20"
          variant="primary"
          size="lg"
          label={t('support.send')}
          blocked={isBlocked}
          onClick={send}
        />
      </div>
      <p className="text-small text-tertiary" id={`${id}-hint`}>
        <span className="visually-hidden">{t('support.keys')}. </span>
        {left < 0 ? (
          <span className="text-stop">{t('support.tooLong', { count: -left })}</span>
        ) : left < SHOW_REMAINING_BELOW ? (
          t('support.left', { count: left })
        ) : (
          hint
        )}
      </p>
    </div>
  )
}

const keyOf = (conversation: string): string => `enlace.support.${conversation}`

/** Unsent drafts, for the lifetime of the browser tab. */
function readDraft(conversation: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversation)) ?? ''
  } catch {
    // storage can be blocked
    return ''
  }
}

function writeDraft(conversation: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(conversation))
    else sessionStorage.setItem(keyOf(conversation), text)
  } catch {
    console.info('a draft could not be kept in this browser')
  }
}
