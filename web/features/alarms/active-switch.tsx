import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Switch } from '#web/ui/switch.tsx'
import { alarmName } from './alarm-name.ts'
import { alarmBodyOfRow, impactOf } from './alarm-values.ts'
import { type AlarmRow, useAlarmPreview, useSaveAlarm } from './alarms.api.ts'
import type { AlarmChange } from './impact-step.tsx'

interface ActiveSwitchProps {
  readonly alarm: AlarmRow
  /** opens the confirmation of a change with immediate effects */
  onConfirm(wish: AlarmChange): void
}

/** Turns an alarm on and off; asks for confirmation if that fires or restores at once. */
export function ActiveSwitch({ alarm, onConfirm }: ActiveSwitchProps) {
  const { t } = useTranslation()
  const trial = useAlarmPreview()
  const save = useSaveAlarm({ alarmId: alarm.alarmId })
  const { alarmId, company, plan, limit } = alarm
  const isOn = alarm.active === '1'
  const showError = (error: Error) => toasts.error(error.message)
  const toggle = () =>
    trial.mutate(
      { alarmId, company, plan, limit },
      {
        onError: showError,
        onSuccess: ({ now }) => {
          const body = { ...alarmBodyOfRow(alarm), active: isOn ? ('0' as const) : ('1' as const) }
          const impact = impactOf(alarm, body, now)
          if (impact.fires + impact.restores > 0) return onConfirm({ alarmId, body, impact })
          const onSuccess = ({ message }: { message: string }) => toasts.success(message)
          save.mutate(body, { onError: showError, onSuccess })
        },
      },
    )
  return (
    <Switch
      on={isOn}
      label={t('alarms.turnOf', { name: alarmName(alarm) })}
      isBusy={trial.isPending || save.isPending}
      onToggle={toggle}
    >
      {t(isOn ? 'alarms.active' : 'alarms.inactive')}
    </Switch>
  )
}
