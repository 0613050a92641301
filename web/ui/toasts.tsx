import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { TOAST_MS, type Toast, toasts } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
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
    const timer = setTimeout(() => toasts.dismiss(toast.id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
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
      <Button variant="ghost" size="sm" square aria-label={t('common.close')} onClick={() => toasts.dismiss(toast.id)}>
        <IconX className="icon" aria-hidden="true" />
      </Button>
    </li>
  )
}

/** Popups with an icon at the bottom right. A hovered or focused one stays. */
export function Toasts() {
  const { t } = useTranslation()
  const list = useSyncExternalStore(toasts.subscribe, toasts.get)
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
