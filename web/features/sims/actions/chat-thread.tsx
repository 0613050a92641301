import { type Icon, IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './chat.module.css'
import type { SmsMessage } from './sim-tools.api.ts'

const STATE_ICON: Readonly<Record<SmsMessage['state'], Icon | undefined>> = {
  queued: IconClock,
  sent: IconCheck,
  buffered: IconClock,
  delivered: IconChecks,
  failed: IconAlertTriangle,
  expired: IconAlertTriangle,
  unknown: IconClock,
  cancelled: IconBan,
  received: undefined,
}

interface ThreadProps {
  readonly messages: readonly SmsMessage[]
  readonly hasOlder: boolean
  readonly isBusy: boolean
  onOlder(): void
}

/** The messages in both directions, oldest first, scrolled to the newest. */
export function ChatThread({ messages, hasOlder, isBusy, onOlder }: ThreadProps) {
  const { t } = useTranslation()
  const thread = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.messageId
  useLayoutEffect(() => {
    if (newest !== undefined) thread.current?.scrollTo(0, thread.current.scrollHeight)
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={styles.thread} ref={thread} role="log" aria-label={t('simActions.chat.thread')} tabIndex={0}>
      {hasOlder ? (
        <Button size="sm" blocked={isBusy} onClick={onOlder}>
          {t('simActions.chat.older')}
        </Button>
      ) : null}
      {messages.length === 0 ? <p className="text-tertiary">{t('simActions.chat.none')}</p> : null}
      {messages.map((message) => (
        <Bubble key={message.messageId} message={message} />
      ))}
    </div>
  )
}

function Bubble({ message }: { message: SmsMessage }) {
  const { t } = useTranslation()
  const { direction, text, at, state, cause, actor } = message
  const StateIcon = STATE_ICON[state]
  const isLost = state === 'failed' || state === 'expired'
  return (
    <div className={classes(styles.bubble, styles[direction])}>
      <p className={styles.text}>{text}</p>
      <p className="text-small text-tertiary row">
        <span className="visually-hidden">{direction === 'in' ? t('simActions.chat.device') : null}</span>
        <time className="tabular-numbers" dateTime={at}>
          {formatMinute(at)}
        </time>
        {actor ? <PersonName email={actor} /> : null}
        {direction === 'in' && cause ? (
          <span className="row text-warning">
            <IconAlertTriangle className="icon icon-14" aria-hidden="true" />
            {cause}
          </span>
        ) : null}
        {StateIcon ? (
          <span className={isLost ? 'row text-stop' : 'row'}>
            <StateIcon className="icon icon-14" aria-hidden="true" />
            {sentence(SMS_STATE_WORDS[state])}
            {cause ? `: ${cause}` : null}
          </span>
        ) : null}
      </p>
    </div>
  )
}
