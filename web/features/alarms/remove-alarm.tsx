import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { alarmName } from './alarm-name.ts'
import { type AlarmRow, useRemoveAlarm } from './alarms.api.ts'

/** Asks before an alarm is deleted, and says what comes back with that. */
export function RemoveAlarm({ alarm, onClose }: { alarm: AlarmRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveAlarm()
  const { alarmId, companyName, cutSims } = alarm
  const remove = () => {
    if (isPending) return
    mutate(alarmId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  const button = cutSims > 0 ? t('alarms.remove.buttonRestoring', { count: cutSims }) : t('alarms.remove.button')
  return (
    <Dialog opened onClose={onClose} title={t('alarms.remove.title')} width="confirm">
      <p className="medium">{alarmName(alarm)}</p>
      <p className="text-secondary">{companyName}</p>
      <p className="al-para">
        {cutSims > 0
          ? `${t('alarms.remove.restores', { count: cutSims })} ${t('alarms.impact.held')}`
          : t('alarms.remove.nothing')}
      </p>
      <p className="al-para text-secondary">{t('alarms.remove.kept')}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={remove}>
          {isPending ? t('alarms.remove.busy') : button}
        </Button>
      </div>
    </Dialog>
  )
}
