import { IconSend } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './chat.module.css'
import { ChatThread } from './chat-thread.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { MessageField, useMessageProblem } from './message-field.tsx'
import { useChat, useReadChat, useSendSms } from './sim-tools.api.ts'
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
