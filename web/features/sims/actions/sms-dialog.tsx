import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { MessageField, useMessageProblem } from './message-field.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import styles from './sim-actions.module.css'
import { useSendSms } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

const ROWS = 4

/** A text message to the device of a SIM. */
export function SmsDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: sim } = useQuery(simQuery(icc))
  const word = useActionWord()
  const { mutate, data, error, isPending, variables } = useSendSms()
  const send = (message: string) => {
    const about = sim ? { msisdn: sim.msisdn, imei: sim.imei, device: sim.device } : {}
    mutate({ value: { icc, ...about, message }, idempotencyKey: newIdempotencyKey() })
  }
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('sms')} icc={icc} />} fullOnPhone>
      {data ? (
        <ResultAlert kind={data.isDone ? 'success' : 'underWay'} message={data.message} onClose={onClose}>
          <p className="text-secondary">{t('simActions.sms.follow')}</p>
        </ResultAlert>
      ) : error && !isPending ? (
        <ErrorAlert error={error} onClose={onClose} onRetry={() => variables && mutate(variables)} />
      ) : (
        <SmsForm sim={sim} isBusy={isPending} onSend={send} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly sim: SimDetail | undefined
  readonly isBusy: boolean
  onSend(message: string): void
  onClose(): void
}

function SmsForm({ sim, isBusy, onSend, onClose }: FormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const problem = useMessageProblem(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem !== undefined) area.current?.focus()
    else if (!isBusy) onSend(text)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Recipient sim={sim} />
      <MessageField
        ref={area}
        rows={ROWS}
        value={text}
        readOnly={isBusy}
        problem={isSubmitted ? problem : undefined}
        onChange={setText}
      />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isBusy} aria-busy={isBusy}>
          <IconSend className="icon" aria-hidden="true" />
          {t(isBusy ? 'simActions.sms.sending' : 'simActions.sms.send')}
        </Button>
      </div>
    </form>
  )
}

/** The recipient. */
function Recipient({ sim }: { sim: SimDetail | undefined }) {
  const { t } = useTranslation()
  const of = (field: 'msisdn' | 'imei' | 'device', value: string | undefined) => ({
    name: t(`sims.field.${field}`),
    value: value || '—',
  })
  return (
    <Facts
      className={styles.facts}
      names="above"
      facts={[
        of('msisdn', sim && formatMsisdn(sim.msisdn)),
        of('imei', sim?.imei && formatImei(sim.imei)),
        of('device', sim?.device),
      ]}
    />
  )
}
