import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** what will happen, to how many, and what can't be undone */
  children: ReactNode
  /** the verb and the number: 'Hibernar 487 SIMs', never 'OK' */
  action: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
}

/** Asks before something that matters; 500 px wide. */
export function ConfirmDialog({ opened, title, children, action, onConfirm, onCancel, busy = false }: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} width="confirm">
      <div className="t2">{children}</div>
      <div className="dialog-actions">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="primary" onClick={onConfirm} blocked={busy}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
