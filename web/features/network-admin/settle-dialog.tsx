import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Chosen } from './differences-bar.tsx'
import { type DriftGoal, useSettle } from './networks.api.ts'

const REASON_MAX = 300

interface SettleProps {
  readonly goal: DriftGoal
  readonly chosen: Chosen
  readonly count: number
  readonly networkId: string | undefined
  onClose(): void
  onDone(): void
}

/** Says what settling the chosen differences will do, and has it done. */
export function SettleDialog({ goal, chosen, count, networkId, onClose, onDone }: SettleProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useSettle()
  const settle = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const which =
      chosen.kind === 'all' ? { all: true as const, ...(networkId ? { networkId } : {}) } : { icc: [...chosen.iccs] }
    mutate(
      { goal, ...which, ...(reason.trim() ? { reason: reason.trim() } : {}) },
      {
        onSuccess: ({ message }) => {
          toasts.success(message)
          onDone()
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t(`networks.settle.${goal}.title`)} width="confirm">
      <form onSubmit={settle}>
        <p>{t(`networks.settle.${goal}.what`)}</p>
        <p className="text-secondary net-kept">{t('networks.settle.kept')}</p>
        <Field
          label={t('networks.settle.reason')}
          hint={t('networks.settle.reasonHint')}
          value={reason}
          maxLength={REASON_MAX}
          autoComplete="off"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Actions goal={goal} count={count} error={error} isBusy={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface ActionsProps extends Pick<SettleProps, 'goal' | 'count' | 'onClose'> {
  readonly error: Error | null
  readonly isBusy: boolean
}

function Actions({ goal, count, error, isBusy, onClose }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isBusy} aria-busy={isBusy} data-autofocus>
          {isBusy ? t('networks.settle.busy') : t(`networks.settle.${goal}.button`, { count })}
        </Button>
      </div>
    </>
  )
}
