import { useTranslation } from 'react-i18next'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { type PopupRow, useEndPopup } from './popups.api.ts'

/** Asks before a popup is shown to nobody any more. */
export function EndPopup({ popup, onClose }: { popup: PopupRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useEndPopup(popup.name)
  const { titleEs: es, titleEn: en, seen, audience } = popup
  const end = () => {
    if (isPending) return
    mutate(undefined, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('popups.ending.title')} width="confirm">
      <p className="medium">{sentence({ es, en })}</p>
      <p className="text-secondary">{t('popups.ending.seen', { seen, audience })}</p>
      <p className="pp-para">{t('popups.ending.what')}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={end}>
          {t(isPending ? 'popups.ending.busy' : 'popups.ending.button')}
        </Button>
      </div>
    </Dialog>
  )
}
