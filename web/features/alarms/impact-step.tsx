import {
  type Icon,
  IconArrowBackUp,
  IconBellRinging,
  IconMail,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readEmails } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import styles from './alarm-form.module.css'
import type { Impact } from './alarm-values.ts'
import { type AlarmBody, type AlarmTarget, useSaveAlarm } from './alarms.api.ts'

/** A change of an alarm with immediate effects. */
export interface AlarmChange extends AlarmTarget {
  readonly body: AlarmBody
  readonly impact: Impact
}

interface StepProps {
  readonly change: AlarmChange
  readonly backLabel: string
  onBack(): void
  onDone(): void
}

/** Shows the immediate effects of saving and the number of SIMs, and saves. */
export function ImpactStep({ change: { alarmId, draftId, body, impact }, backLabel, onBack, onDone }: StepProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const { mutate, error, isPending } = useSaveAlarm({ alarmId, draftId })
  const buttonWord = useImpactLabel(body, impact)
  useEffect(() => list.current?.focus(), [])
  const save = () => {
    if (!isPending) mutate(body, { onSuccess: toastThen(onDone) })
  }
  return (
    <>
      <ImpactList body={body} impact={impact} ref={list} />
      <Failure error={error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onBack}>{backLabel}</Button>
        <Button variant="primary" blocked={isPending} aria-busy={isPending} onClick={save}>
          {isPending ? t('alarms.form.saving') : buttonWord}
        </Button>
      </div>
    </>
  )
}

interface ImpactListProps {
  readonly body: AlarmBody
  readonly impact: Impact
  readonly ref?: Ref<HTMLUListElement>
}

/** The immediate effects of saving. */
export function ImpactList({ body, impact, ref }: ImpactListProps) {
  return (
    <ul className={styles.will} ref={ref} tabIndex={-1}>
      {useConsequences(body, impact).map(({ id, Icon: ConsequenceIcon, text, isGrave }) => (
        <li key={id} className={isGrave ? styles.grave : undefined}>
          <ConsequenceIcon className="icon" aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The same as a dialog, for a change without a form. */
export function ImpactDialog({ change, onClose }: { change: AlarmChange; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t(impactTitle(change))} width="confirm">
      <ImpactStep change={change} backLabel={t('common.cancel')} onBack={onClose} onDone={onClose} />
    </Dialog>
  )
}

/** The title of the confirmation. */
export const impactTitle = ({ body }: AlarmChange) => (body.active === '1' ? 'alarms.impact.title' : 'alarms.impact.offTitle')

export function useImpactLabel({ active }: AlarmBody, { fires, cuts, restores }: Impact): string {
  const { t } = useTranslation()
  if (active === '0') return t('alarms.impact.offButton', { count: restores })
  if (fires === 0) return t('alarms.impact.restoreButton', { count: restores })
  return cuts ? t('alarms.impact.cutButton', { count: fires }) : t('alarms.impact.notifyButton', { count: fires })
}

interface Consequence {
  readonly id: string
  readonly Icon: Icon
  readonly text: string
  readonly isGrave?: boolean
}

function useConsequences(body: AlarmBody, { fires, cuts, restores }: Impact): Consequence[] {
  const { t } = useTranslation()
  const limit = formatMb(body.limit)
  const emails = readEmails(body.email)
  const firing: Consequence[] = [
    cuts
      ? { id: 'cut', Icon: IconPlugConnectedX, text: t('alarms.impact.cut', { count: fires, limit }), isGrave: true }
      : { id: 'notify', Icon: IconBellRinging, text: t('alarms.impact.notify', { count: fires, limit }) },
    { id: 'mail', Icon: IconMail, text: t('alarms.impact.mail', { count: emails.length, address: emails[0] }) },
    ...(cuts ? [{ id: 'undo', Icon: IconArrowBackUp, text: t('alarms.impact.undo') }] : []),
  ]
  const restoring: Consequence[] = [
    {
      id: 'restore',
      Icon: IconPlugConnected,
      text: `${t('alarms.impact.restore', { count: restores })} ${t('alarms.impact.held')}`,
    },
  ]
  return [...(fires > 0 ? firing : []), ...(restores > 0 ? restoring : [])]
}
