import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import styles from './alarm-form.module.css'
import { alarmName, belowAlarmName } from './alarm-name.ts'
import { type AlarmRow, useRemoveAlarm } from './alarms.api.ts'

/** Confirms the deletion of an alarm; shows which SIMs get their data back. */
export function RemoveAlarm({ alarm, onClose }: { alarm: AlarmRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { alarmId, cutSims } = alarm
  return (
    <ConfirmDialog
      title={t('alarms.remove.title')}
      button={cutSims > 0 ? t('alarms.remove.buttonRestoring', { count: cutSims }) : t('alarms.remove.button')}
      busy={t('alarms.remove.busy')}
      mutation={useRemoveAlarm()}
      variables={alarmId}
      onSuccess={({ message, undo }) => toasts.success(message, undo)}
      onClose={onClose}
    >
      <p className="medium">{alarmName(alarm)}</p>
      <p className="text-secondary">{belowAlarmName(alarm)}</p>
      <p className={styles.para}>
        {cutSims > 0
          ? `${t('alarms.remove.restores', { count: cutSims })} ${t('alarms.impact.held')}`
          : t('alarms.remove.nothing')}
      </p>
      <p className={`${styles.para} text-secondary`}>{t('alarms.remove.kept')}</p>
    </ConfirmDialog>
  )
}
