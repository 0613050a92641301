import { IconCalendar } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withdrawSimPlan } from '#contract/operations/sim-actions.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './open-note.module.css'
import { type SimActionsData, useInvalidateSims } from './sim-actions.api.ts'

interface ScheduledPlanProps {
  readonly icc: string
  readonly scheduled: SimActionsData['scheduledPlan'] | undefined
}

/** The change of plan that waits for the next cycle, which can be withdrawn. */
export function ScheduledPlanNote({ icc, scheduled }: ScheduledPlanProps) {
  const { t } = useTranslation()
  const session = useSession()
  const invalidate = useInvalidateSims()
  const withdrawal = useMutation({
    meta: { toastsError: true },
    mutationFn: () =>
      callWithMessage(withdrawSimPlan, { params: { id: icc }, body: {} }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => toasts.success(message),
    onSettled: invalidate,
  })
  const actor = usePersonName(scheduled?.actor ?? '')
  if (!scheduled) return null
  const { planName, at } = scheduled
  return (
    <p className={classes(styles.note, styles.ready)} role="status">
      <IconCalendar className="icon" aria-hidden="true" />
      <span className="grow">{t('simActions.plan.scheduled', { plan: planName, when: formatMinute(at), actor })}</span>
      {holds(session, 'plans') ? (
        <Button size="sm" blocked={withdrawal.isPending} aria-busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          {t('simActions.plan.withdraw')}
        </Button>
      ) : null}
    </p>
  )
}
