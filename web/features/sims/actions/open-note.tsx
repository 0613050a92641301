import { IconCalendar, IconClock, IconProgress } from '@tabler/icons-react'
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
import { type OpenChange, type SimActionsData, useInvalidateSims } from './sim-actions.api.ts'

interface NotesProps {
  readonly icc: string
  readonly open: OpenChange | null | undefined
  readonly scheduled: SimActionsData['scheduledPlan'] | undefined
}

/** What goes on with a SIM already: a change in progress, and one of its plan that waits. */
export function OpenNotes({ icc, open, scheduled }: NotesProps) {
  return (
    <>
      {open ? <OpenNote open={open} /> : null}
      {scheduled ? <ScheduledPlanNote icc={icc} scheduled={scheduled} /> : null}
    </>
  )
}

/** The change in progress of a SIM: kind, user, start or end. */
function OpenNote({ open }: { open: OpenChange }) {
  const { t } = useTranslation()
  const actor = usePersonName(open.actor)
  const { kind, since, dueAt, askedAt, text } = open
  const Icon = dueAt ? IconClock : IconProgress
  return (
    <p className={classes('text-small', styles.note, dueAt ? styles.warning : styles.ready)} role="status">
      <Icon className="icon" aria-hidden="true" />
      <span>
        {dueAt
          ? t('simActions.open.cooling', { actor, when: formatMinute(dueAt) })
          : t('simActions.open.by', { what: t(`simActions.kind.${kind}`), actor, when: formatMinute(since) })}
        {text ? <span className="block">{text}</span> : null}
        {askedAt ? <span className="block">{t('simActions.open.asked', { when: formatMinute(askedAt) })}</span> : null}
      </span>
    </p>
  )
}

interface ScheduledPlanProps {
  readonly icc: string
  readonly scheduled: NonNullable<SimActionsData['scheduledPlan']>
}

/** The change of plan that waits for the next cycle, which can be withdrawn. */
function ScheduledPlanNote({ icc, scheduled }: ScheduledPlanProps) {
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
  const actor = usePersonName(scheduled.actor)
  const { planName, at } = scheduled
  return (
    <p className={classes('text-small', styles.note, styles.ready)} role="status">
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
