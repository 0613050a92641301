import { IconBellOff, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icc } from '#web/ui/icc.tsx'
import styles from './alarm-form.module.css'
import { alarmName, belowAlarmName } from './alarm-name.ts'
import { type AlarmRow, type NoticeRow, useRemoveAlarm, useRestoreNotice } from './alarms.api.ts'

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

/** Confirms that a SIM's data is restored; shows what the alarm does from then on. */
export function RestoreDialog({ notice: { noticeId, icc }, onClose }: { notice: NoticeRow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('alarms.restore.title')}
      button={t('alarms.restore.button')}
      busy={t('alarms.restore.busy')}
      variant="primary"
      focus="confirm"
      mutation={useRestoreNotice()}
      variables={noticeId}
      onSuccess={({ data, message }) => toasts[data.isHeld ? 'info' : 'success'](message)}
      onClose={onClose}
    >
      <p className="medium">
        <Icc value={icc} />
      </p>
      <ul className={styles.will}>
        <li>
          <IconPlugConnected className="icon" aria-hidden="true" />
          <span>{t('alarms.restore.what')}</span>
        </li>
        <li>
          <IconBellOff className="icon" aria-hidden="true" />
          <span>{t('alarms.restore.mutes')}</span>
        </li>
      </ul>
    </ConfirmDialog>
  )
}
