import { type Icon, IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock, IconSend } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './chat.module.css'
import { DialogTitle } from './dialog-title.tsx'
import { MessageField, useMessageProblem } from './message-field.tsx'
import { type SmsMessage, useChat, useReadChat, useSendSms } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

const ROWS = 2

/** Marks received messages as read, once for each last message. */
function useMarkChatRead(icc: string, lastUnread: number | undefined): void {
  const { mutate } = useReadChat(icc)
  useEffect(() => {
    if (lastUnread !== undefined) mutate(lastUnread)
  }, [lastUnread, mutate])
}

/** The conversation with the device of a SIM of type 6. */
export function ChatDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const word = useActionWord()
  const chat = useChat(icc)
  const messages = [...(chat.data?.pages ?? [])].reverse().flatMap((page) => page.messages)
  useMarkChatRead(icc, messages.findLast(({ unread }) => unread)?.messageId)
  const waiting = (
    <div className={styles.thread} role="status" aria-label={t('simActions.chat.waiting')}>
      <Skeleton width="46%" />
      <Skeleton width="58%" />
    </div>
  )
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('chat')} icc={icc} />} fullOnPhone>
      <Loaded query={chat} failed={t('simActions.chat.failed')} waiting={waiting}>
        {({ pages: [newest] }) => (
          <>
            <ChatThread
              messages={messages}
              hasOlder={chat.hasNextPage}
              isBusy={chat.isFetchingNextPage}
              onOlder={() => void chat.fetchNextPage()}
            />
            {newest && newest.code !== null ? <p className={fieldStyles.hint}>{newest.text}</p> : null}
            {newest?.code === null ? <Composer icc={icc} msisdn={newest.msisdn} /> : null}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

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
function ChatThread({ messages, hasOlder, isBusy, onOlder }: ThreadProps) {
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

/** Message input; a message that failed stays in it. */
function Composer({ icc, msisdn }: { icc: string; msisdn: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const problem = useMessageProblem(text)
  const { mutate, error, isPending } = useSendSms()
  // it renders after the dialog, which had no element to focus
  useEffect(() => area.current?.focus(), [])
  const send = () => {
    setSubmitted(true)
    area.current?.focus()
    if (problem !== undefined || isPending) return
    const onSuccess = () => {
      setText('')
      setSubmitted(false)
    }
    mutate({ value: { icc, msisdn, message: text }, idempotencyKey: newIdempotencyKey() }, { onSuccess })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form className={styles.composer} onSubmit={submit} noValidate>
      <MessageField
        ref={area}
        rows={ROWS}
        value={text}
        readOnly={isPending}
        problem={(isSubmitted ? problem : undefined) ?? error?.message}
        onChange={setText}
        onKeyDown={pressed}
      />
      <Button variant="primary" size="lg" type="submit" blocked={isPending} aria-busy={isPending}>
        <IconSend className="icon" aria-hidden="true" />
        {t('simActions.chat.send')}
      </Button>
    </form>
  )
}
