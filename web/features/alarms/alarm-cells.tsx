import { IconAlertTriangle, IconBellRinging, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { firedDaysOf } from '#domain/fired-days.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { FiredBars, firedText } from '#web/shared/firings/fired-days.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { Status } from '#web/ui/status.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import { alarmName, inCycleText, limitParts, planLabel } from './alarm-name.ts'
import { alarmBodyOfRow, impactOf, isHighShare } from './alarm-values.ts'
import { type AlarmRow, useAlarmPreview, useSaveAlarm } from './alarms.api.ts'
import styles from './alarms.module.css'
import type { AlarmChange } from './impact-step.tsx'

/** Its name, which opens the alarm, and its plan; the company has a line to itself, so that it is not what is cut. */
export function AlarmCell({ alarm, onOpen }: { alarm: AlarmRow; onOpen: () => void }) {
  const { t } = useTranslation()
  const { name, planTypeName, companyName, group } = alarm
  const about = [name && planLabel(alarm), planTypeName].filter(Boolean).join(' · ')
  return (
    <TwoLines
      first={
        <span className={styles.named}>
          <RowButton label={t('alarms.changeOf', { name: alarmName(alarm) })} onOpen={onOpen}>
            {name || planLabel(alarm)}
          </RowButton>
          {about ? <span className="ellipsis text-tertiary text-small">{about}</span> : null}
        </span>
      }
      second={[companyName, group && t('alarms.ofGroup', { path: group })].filter(Boolean).join(' · ')}
    />
  )
}

/** The GB of a large limit are below its MB: figures of a column end at one line. */
export function LimitCell({ limit }: { limit: number }) {
  const [mb, inGb] = limitParts(limit)
  return (
    <span>
      {mb} {inGb ? <span className={`${styles.inGb} text-tertiary text-small`}>{inGb}</span> : null}
    </span>
  )
}

export function ActionCell({ alarm: { action } }: { alarm: AlarmRow }) {
  const { t } = useTranslation()
  return action === '1' ? (
    <Status tone="stop" Icon={IconPlugConnectedX}>
      {t('alarms.cuts')}
    </Status>
  ) : (
    <Status tone="ready" Icon={IconBellRinging}>
      {t('alarms.notifiesOnly')}
    </Status>
  )
}

/**
 * SIMs at the limit and near it in this cycle, with the way to its notices, and how often the alarm fired by day. So many at the limit
 * say something of the limit.
 */
export function FiredCell({ alarm, onEdit }: { alarm: AlarmRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const { alarmId, active, firedSims, firedByDay } = alarm
  const days = firedDaysOf(firedByDay)
  const inCycle = inCycleText(alarm)
  const isHigh = isHighShare(alarm)
  const none = inCycle ? null : <span className="text-tertiary">{t('alarms.noneAtLimit')}</span>
  if (none && days.count === 0) return active === '1' ? none : <NoValue />
  const lately = days.count > 0 ? firedText(days) : ''
  // the sum is not said twice
  const sum = days.count === firedSims ? t('alarms.inDays', { count: days.days.length }) : lately
  return (
    <div>
      <Link
        to="/alarm-notified"
        search={{ alarm: alarmId }}
        className={`${styles.inCycle} block ellipsis`}
        aria-label={`${[inCycle, lately].filter(Boolean).join(', ')}. ${t('alarms.seeNotices', { name: alarmName(alarm) })}`}
      >
        {none ?? (
          <span className="medium">
            <HighlightOnChange value={inCycle}>{inCycle}</HighlightOnChange>
          </span>
        )}
      </Link>
      <span className="row">
        {lately ? <FiredBars fired={days} about={isHigh ? undefined : sum} /> : null}
        {isHigh ? <RaiseLimit alarm={alarm} onEdit={onEdit} /> : null}
      </span>
    </div>
  )
}

function RaiseLimit({ alarm, onEdit }: { alarm: AlarmRow; onEdit: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`${styles.raise} text-small`}
      aria-haspopup="dialog"
      aria-label={t('alarms.raiseLimitOf', { name: alarmName(alarm) })}
      title={t('alarms.limitTooLow')}
      onClick={onEdit}
    >
      <IconAlertTriangle className="icon icon-14" aria-hidden="true" />
      <span className="underlined">{t('alarms.raiseLimit')}</span>
    </button>
  )
}

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
