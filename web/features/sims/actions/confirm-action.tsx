import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { ACTION_ICON } from './action-names.ts'
import { Consequences } from './consequences.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { ReasonField } from './reason-field.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import { type ConfirmedAction, type Outcome, showOutcome, useOperationEnd, usePerform } from './sim-actions.api.ts'

/** The server stores no reason for these. */
const NO_REASON: readonly ConfirmedAction[] = ['restart', 'withdrawTermination']
/** Nothing brings the SIM back. */
const IRREVERSIBLE: readonly ConfirmedAction[] = ['terminate']
/** The company of the SIM reads the reason. */
const NEEDS_REASON: readonly ConfirmedAction[] = ['block']

interface ConfirmProps {
  readonly icc: string
  readonly action: ConfirmedAction
  onClose(): void
}

interface ResultProps {
  readonly outcome: Outcome
  readonly ending: OperationData | undefined
  onUndo: (() => void) | undefined
  onClose(): void
}

function Result({ outcome, ending, onUndo, onClose }: ResultProps) {
  const { t } = useTranslation()
  const { message, isSuccess, isDone, dueAt } = outcome
  const actions = onUndo ? <Button onClick={onUndo}>{t('common.undo')}</Button> : null
  if (ending) {
    const kind = ending.counts.succeeded ? 'success' : 'error'
    return <ResultAlert kind={kind} message={ending.summary} actions={actions} onClose={onClose} />
  }
  return (
    <ResultAlert kind={isSuccess ? 'success' : 'underWay'} message={message} actions={actions} onClose={onClose}>
      {dueAt ? <p className="text-secondary">{t('simActions.withdrawUntil', { moment: formatMinute(dueAt) })}</p> : null}
      {isDone ? null : <p className="text-secondary">{t('simActions.goesOn')}</p>}
    </ResultAlert>
  )
}

/** Confirms an action on a SIM, runs it, and shows its result. Once closed, the result can be undone for some seconds more. */
export function ConfirmAction({ icc, action, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending, variables } = usePerform(action, icc)
  const ending = useOperationEnd(data)
  const undo = ending?.counts.succeeded === 0 ? undefined : data?.undo
  const close = () => {
    if (data && undo) showOutcome({ ...data, message: ending?.summary ?? data.message })
    onClose()
  }
  const undoNow = () => {
    onClose()
    if (undo) void toasts.run(undo)
  }
  const title = <DialogTitle title={t(`simActions.confirm.${action}.title`)} icc={icc} />
  return (
    <Dialog opened onClose={close} title={title} width="confirm">
      {data ? (
        <Result outcome={data} ending={ending} onUndo={undo && undoNow} onClose={close} />
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
  const [isMissing, setMissing] = useState(false)
  const needsReason = NEEDS_REASON.includes(action)
  const isIrreversible = IRREVERSIBLE.includes(action)
  const isSent = useRef(false)
  const Icon = ACTION_ICON[action]
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setMissing(needsReason && reason.trim() === '')
    if (needsReason && reason.trim() === '') return
    // a double click is one confirmation
    if (isSent.current) return
    isSent.current = true
    onConfirm({ reason: reason.trim(), idempotencyKey: newIdempotencyKey() })
  }
  return (
    <form onSubmit={confirm}>
      <Consequences icc={icc} action={action} />
      {NO_REASON.includes(action) ? null : (
        <ReasonField
          value={reason}
          isNeeded={needsReason}
          problem={isMissing ? sentence(FIELD_SENTENCES.required) : undefined}
          readOnly={isBusy}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose} data-autofocus={isIrreversible || undefined}>
          {t('common.cancel')}
        </Button>
        <Button
          variant={isIrreversible ? 'destroy' : 'primary'}
          type="submit"
          blocked={isBusy}
          aria-busy={isBusy}
          data-autofocus={(!needsReason && !isIrreversible) || undefined}
        >
          <Icon className="icon" aria-hidden="true" />
          {t(`simActions.confirm.${action}.${isBusy ? 'busy' : 'button'}`)}
        </Button>
      </div>
    </form>
  )
}
