import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ACTION_ICON } from './action-look.ts'
import { Consequences } from './consequences.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import { type ConfirmedAction, newKey, type Outcome, usePerform } from './sim-actions.api.ts'

const REASON_MAX = 300
/** The server has no place for why somebody restarts or withdraws. */
const TAKES_REASON: readonly ConfirmedAction[] = ['activate', 'hibernate', 'reactivate', 'terminate']

interface ConfirmProps {
  readonly icc: string
  readonly action: ConfirmedAction
  onClose(): void
}

function Done({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation()
  const { message, isDone, dueAt } = outcome
  return (
    <ResultAlert kind={isDone ? 'success' : 'underWay'} message={message} onClose={onClose}>
      {dueAt ? <p className="t2">{t('simActions.withdrawUntil', { moment: formatMinute(dueAt) })}</p> : null}
      {isDone ? null : <p className="t2">{t('simActions.goesOn')}</p>}
    </ResultAlert>
  )
}

/** Asks before something is done to a SIM, does it, and says how it ended. */
export function ConfirmDialog({ icc, action, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending, variables } = usePerform(action, icc)
  const asked = <DialogTitle title={t(`simActions.confirm.${action}.title`)} icc={icc} />
  return (
    <Dialog opened onClose={onClose} title={asked} width="confirm">
      {data ? (
        <Done outcome={data} onClose={onClose} />
      ) : error && !isPending ? (
        <ErrorAlert error={error} onClose={onClose} onRetry={() => variables && mutate(variables)} />
      ) : (
        <Question {...{ icc, action, onClose }} isBusy={isPending} onConfirm={mutate} />
      )}
    </Dialog>
  )
}

interface QuestionProps extends ConfirmProps {
  readonly isBusy: boolean
  onConfirm(confirmation: { reason: string; idempotencyKey: string }): void
}

function Question({ icc, action, isBusy, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const isSent = useRef(false)
  const Icon = ACTION_ICON[action]
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    // two fast clicks are one confirmation
    if (isSent.current) return
    isSent.current = true
    onConfirm({ reason: reason.trim(), idempotencyKey: newKey() })
  }
  return (
    <form onSubmit={confirm}>
      <Consequences icc={icc} action={action} />
      {TAKES_REASON.includes(action) ? (
        <Field
          label={t('simActions.reason')}
          hint={t('simActions.reasonHint')}
          value={reason}
          maxLength={REASON_MAX}
          autoComplete="off"
          readOnly={isBusy}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isBusy} aria-busy={isBusy} data-autofocus>
          <Icon className="i" aria-hidden="true" />
          {t(`simActions.confirm.${action}.${isBusy ? 'busy' : 'button'}`)}
        </Button>
      </div>
    </form>
  )
}
