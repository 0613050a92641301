import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { TOAST_MS, type Toast, toasts, UNDO_MS } from '../lib/toast-store.ts'
import { Button, IconButton } from './button.tsx'
import styles from './toasts.module.css'

const ICONS = {
  success: { Icon: IconCircleCheck, tone: 'icon-active' },
  error: { Icon: IconAlertTriangle, tone: 'icon-stop' },
  info: { Icon: IconInfoCircle, tone: 'icon-ready' },
} as const

function ToastItem({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const { Icon, tone } = ICONS[toast.kind]
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.undo ? UNDO_MS : TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  return (
    <li
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={`icon ${tone}`} aria-hidden="true" />
      <span className="grow">{toast.message}</span>
      {toast.undo ? (
        <Button size="sm" aria-keyshortcuts="Control+Z" title="Ctrl+Z" onClick={() => void toasts.undo(toast)}>
          {t('common.undo')}
        </Button>
      ) : null}
      <IconButton Icon={IconX} label={t('common.close')} onClick={() => toasts.dismiss(toast.id)} />
    </li>
  )
}

/** Where Ctrl+Z is the browser's own. */
const OWN_UNDO = 'input, textarea, select, [contenteditable]'

/** Ctrl+Z undoes what the newest notification offers, also from a dialog that traps the focus. */
function useUndoKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OWN_UNDO)) return
      const newest = toasts.get().findLast(({ undo }) => undo)
      if (!newest) return
      event.preventDefault()
      void toasts.undo(newest)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

/** Popups with an icon at the bottom right. A hovered or focused one stays. */
export function Toasts() {
  const { t } = useTranslation()
  const list = useSyncExternalStore(toasts.subscribe, toasts.get)
  useUndoKey()
  return (
    <section aria-label={t('common.notifications')} className={styles.toasts}>
      <ol aria-live="polite" aria-relevant="additions text">
        {list.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}
