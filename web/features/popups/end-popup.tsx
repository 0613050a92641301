import { useTranslation } from 'react-i18next'
import { sentence } from '#web/lib/sentence.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type PopupRow, useEndPopup } from './popups.api.ts'
import styles from './popups.module.css'

/** Confirms the end of a popup, for all users who have not seen it. */
export function EndPopup({ popup, onClose }: { popup: PopupRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { titleEs: es, titleEn: en, seen, audience } = popup
  return (
    <ConfirmDialog
      title={t('popups.ending.title')}
      button={t('popups.ending.button')}
      busy={t('popups.ending.busy')}
      mutation={useEndPopup(popup.name)}
      variables={undefined}
      onClose={onClose}
    >
      <p className="medium">{sentence({ es, en })}</p>
      <p className="text-secondary">{t('popups.ending.seen', { seen, audience })}</p>
      <p className={styles.para}>{t('popups.ending.what')}</p>
    </ConfirmDialog>
  )
}
