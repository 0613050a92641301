import { IconBellOff, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icc } from '#web/ui/icc.tsx'
import styles from './alarm-form.module.css'
import { type NoticeRow, useRestoreNotice } from './alarms.api.ts'

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
