import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailData } from '#contract/outbox/outbox.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { MailStatus } from '#web/shared/outbox/mail-status.tsx'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { MailEvent } from './mail-events.ts'
import { mailQuery, useSendMail } from './outbox.api.ts'
import styles from './outbox.module.css'

/** The mails of an event: its recipients where they are several, and the mail as the chosen one sees it, with its delivery state. */
export function MailDialog({ mails, onClose }: { readonly mails: MailEvent; onClose(): void }) {
  const { t } = useTranslation()
  const [mailId, setMailId] = useState(mails[0].mailId)
  const mail = useQuery(mailQuery(mailId))
  const { mutate, isPending } = useSendMail(mailId)
  return (
    <Dialog opened onClose={onClose} title={mails[0].subject} fullOnPhone>
      {mails.length > 1 ? <RecipientList mails={mails} chosen={mailId} onChoose={setMailId} /> : null}
      <Loaded query={mail} failed={t('outbox.mailFailed')} waiting={<MailSkeleton />}>
        {(data) => <Mail mail={data} />}
      </Loaded>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
        {mail.data?.canSend ? (
          <Button variant="primary" blocked={isPending} onClick={() => mutate()}>
            {t('outbox.send')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

function Mail({ mail }: { mail: MailData }) {
  const { t } = useTranslation()
  const { mailId, state, address, settledAt, createdAt, problem, html, text } = mail
  return (
    <>
      <div className={`${styles.mailFacts} row`}>
        <MailStatus key={mailId} state={state} />
        <span className="ellipsis">{address}</span>
        <span className="text-tertiary text-small tabular-numbers">{formatMinute(settledAt ?? createdAt)}</span>
      </div>
      {problem ? <p className={`${styles.mailProblem} text-small text-secondary`}>{problem}</p> : null}
      <Link mail={mail} />
      <iframe className={styles.mailFrame} title={t('outbox.frame')} sandbox="" srcDoc={html} />
      <Disclosure className={styles.mailPlain} summary={t('outbox.asText')}>
        <pre>{text}</pre>
      </Disclosure>
    </>
  )
}

const MailSkeleton = () => (
  <>
    <div className={`${styles.mailFacts} row`}>
      <Skeleton width="60%" height={20} />
    </div>
    <div className={styles.mailFrame} />
  </>
)

interface ListProps {
  readonly mails: MailEvent
  /** number of the mail that is shown */
  readonly chosen: number
  onChoose(mailId: number): void
}

/** To whom an event was mailed, each with the state of that mail. */
function RecipientList({ mails, chosen, onChoose }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.recipientList} aria-label={t('outbox.to')}>
      {mails.map(({ mailId, address, state }) => (
        <li key={mailId}>
          <button type="button" className={popupStyles.item} aria-pressed={mailId === chosen} onClick={() => onChoose(mailId)}>
            <span className="grow">{address}</span>
            <MailStatus state={state} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Why the link is hidden in the mail, or what showing it means. */
function Link({ mail: { secret, state } }: { mail: MailData }) {
  const { t } = useTranslation()
  if (secret === 'none') return null
  const isShown = secret === 'shown'
  const word = isShown ? 'outbox.linkShown' : state === 'kept' ? 'outbox.linkHidden' : 'outbox.linkGone'
  const Icon = isShown ? IconEye : IconEyeOff
  return (
    <p className={`${styles.mailLink} text-small text-secondary`}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {t(word)}
    </p>
  )
}
