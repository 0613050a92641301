import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MailData } from '#contract/outbox/outbox.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { MailStatus } from '#web/shared/outbox/mail-status.tsx'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { mailQuery, useSendMail } from './outbox.api.ts'
import styles from './outbox.module.css'

/** A mail as its recipient sees it, with its delivery state. */
export function MailDialog({ mailId, onClose }: { mailId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(mailQuery(mailId))
  const { mutate, isPending } = useSendMail(mailId)
  return (
    <Dialog opened onClose={onClose} title={data?.subject ?? t('outbox.mail')} fullOnPhone>
      {error && !data ? (
        <ErrorState title={t('outbox.mailFailed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <div className={`${styles.mailFacts} row`}>
            <MailStatus state={data.state} />
            <span className="ellipsis">{data.address}</span>
            <span className="text-tertiary text-small tabular-numbers">{formatMinute(data.settledAt ?? data.createdAt)}</span>
          </div>
          {data.problem ? <p className={`${styles.mailProblem} text-small text-secondary`}>{data.problem}</p> : null}
          <Link mail={data} />
          <iframe className={styles.mailFrame} title={t('outbox.frame')} sandbox="" srcDoc={data.html} />
          <Disclosure className={styles.mailPlain} summary={t('outbox.asText')}>
            <pre>{data.text}</pre>
          </Disclosure>
        </>
      ) : (
        <Skeleton width="60%" />
      )}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
        {data?.canSend ? (
          <Button variant="primary" blocked={isPending} onClick={() => mutate()}>
            {t('outbox.send')}
          </Button>
        ) : null}
      </div>
    </Dialog>
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
