import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_SENTENCES } from '#contract/webhooks/webhook-messages.ts'
import type { WebhookMessage } from '#contract/webhooks/webhooks.calls.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { eventName, MessageStatus, responseText } from './message-cells.tsx'
import { messageQuery, useSendAgain } from './webhooks.api.ts'
import styles from './webhooks.module.css'

/** Characters of a message that are shown; the copy has all. */
const SHOWN = 20_000

/** A message: body, each attempt with its response, and a retry. */
export function MessageDetail({ messageId, onBack }: { messageId: number; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="ghost" size="sm" className={styles.back} data-autofocus onClick={onBack}>
        <IconArrowLeft className="icon icon-14" aria-hidden="true" />
        {t('webhooks.messages.back')}
      </Button>
      <Loaded query={useQuery(messageQuery(messageId))} failed={t('webhooks.messages.oneFailed')}>
        {(message) => <Detail message={message} />}
      </Loaded>
    </>
  )
}

function Detail({ message }: { message: WebhookMessage }) {
  const { t } = useTranslation()
  const { event, state, at, webhookId, isHidden, body, attempts } = message
  return (
    <>
      <div className={styles.facts}>
        <span className="medium">{eventName(event)}</span>
        <MessageStatus state={state} />
        <span className="text-secondary text-small tabular-numbers">{formatMinute(at)}</span>
        <code className={`text-tertiary text-small ${styles.any}`}>{webhookId}</code>
        <SendButton message={message} />
      </div>
      {isHidden ? (
        <p className={`${styles.hidden} text-secondary`}>{sentence(WEBHOOK_SENTENCES.bodyHidden)}</p>
      ) : (
        <Body body={body} />
      )}
      <section className={styles.part} aria-labelledby="wh-attempts">
        <h3 id="wh-attempts">{t('webhooks.messages.attemptsList')}</h3>
        {attempts.length === 0 ? <p className="text-secondary">{t('webhooks.messages.noAttempts')}</p> : null}
        <ol className={styles.attemptList}>
          {attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      </section>
    </>
  )
}

function Body({ body }: { body: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CodeBlock title={t('webhooks.messages.request')} text={formattedBody(body)} copied={body} />
      {body.length > SHOWN ? (
        <p className="text-tertiary text-small">{t('webhooks.messages.cut', { count: body.length })}</p>
      ) : null}
    </>
  )
}

function Attempt({ attempt }: { attempt: WebhookMessage['attempts'][number] }) {
  const { t } = useTranslation()
  const { at, status, problem, durationMs, answer, url } = attempt
  return (
    <li>
      <div className={styles.attempt}>
        <span className={problem === '' ? 'text-active medium' : 'text-warning medium'}>
          {responseText(status, problem) || t('webhooks.messages.noAnswer')}
        </span>
        <span className="text-secondary text-small tabular-numbers">{formatMinute(at)}</span>
        <span className="text-tertiary text-small tabular-numbers">
          {t('webhooks.messages.took', { ms: formatNumber(durationMs) })}
        </span>
        <span className={`text-tertiary text-small ellipsis ${styles.url}`} title={url}>
          {url}
        </span>
      </div>
      {answer ? <CodeBlock className={styles.answer} title={t('webhooks.messages.answer')} text={answer} /> : null}
    </li>
  )
}

function SendButton({ message: { messageId, canSend } }: { message: WebhookMessage }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSendAgain()
  const send = () =>
    mutate(messageId, {
      onSuccess: ({ message }) => toasts.success(message),
      onError: ({ message }) => toasts.error(message),
    })
  if (!canSend) return null
  return (
    <Button size="sm" className={styles.send} blocked={isPending} onClick={send}>
      {t('webhooks.messages.send')}
    </Button>
  )
}

/** A formatted body; a long one is truncated. */
function formattedBody(body: string): string {
  if (body.length > SHOWN) return `${body.slice(0, SHOWN)}…`
  return JSON.stringify(JSON.parse(body), null, 2)
}
