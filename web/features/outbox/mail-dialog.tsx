import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { mailQuery, useSendMail } from './outbox.api.ts'
import { MailStatus } from './outbox-table.tsx'

/** A mail as its reader sees it, with what became of it. */
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
          <div className="mail-facts row">
            <MailStatus state={data.state} />
            <span className="ell">{data.address}</span>
            <span className="t3 s12 tn">{formatMinute(data.settledAt ?? data.createdAt)}</span>
          </div>
          {data.problem ? <p className="mail-problem s12 t2">{data.problem}</p> : null}
          <iframe className="mail-frame" title={t('outbox.frame')} sandbox="" srcDoc={data.html} />
          <details className="mail-plain">
            <summary>{t('outbox.asText')}</summary>
            <pre>{data.text}</pre>
          </details>
        </>
      ) : (
        <Skeleton width="60%" />
      )}
      <div className="dialog-actions">
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
