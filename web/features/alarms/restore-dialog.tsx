import { IconBellOff, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { type NoticeRow, useRestoreNotice } from './alarms.api.ts'

/** Asks before a SIM has its data again, and says what the alarm does from then on. */
export function RestoreDialog({ notice: { noticeId, icc }, onClose }: { notice: NoticeRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRestoreNotice()
  const restore = () => {
    if (isPending) return
    mutate(noticeId, {
      onSuccess: ({ data, message }) => {
        toasts[data.isHeld ? 'info' : 'success'](message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('alarms.restore.title')} width="confirm">
      <p className="medium">
        <Icc value={icc} />
      </p>
      <ul className="al-will">
        <li>
          <IconPlugConnected className="icon" aria-hidden="true" />
          <span>{t('alarms.restore.what')}</span>
        </li>
        <li>
          <IconBellOff className="icon" aria-hidden="true" />
          <span>{t('alarms.restore.mutes')}</span>
        </li>
      </ul>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" data-autofocus blocked={isPending} aria-busy={isPending} onClick={restore}>
          {t(isPending ? 'alarms.restore.busy' : 'alarms.restore.button')}
        </Button>
      </div>
    </Dialog>
  )
}
