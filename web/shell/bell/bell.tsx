import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { announce } from '#web/ui/announcer.tsx'
import { lazyWithWords } from '#web/ui/lazy-on-demand.tsx'
import { Popup } from '#web/ui/popup.tsx'
import { useUnread } from './bell.api.ts'
import styles from './bell.module.css'
import { BellButton } from './bell-button.tsx'

const BellPanel = lazyWithWords(() => import('./bell-panel.tsx').then((module) => module.BellPanel))

/** Announces lines that come while the page is open. */
function useAnnounced(unread: number | undefined): void {
  const { t } = useTranslation()
  const before = useRef(unread)
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current)
      announce(t('shell.bellUnread', { count: unread }))
    before.current = unread
  }, [unread, t])
}

/** The bell and its list. Its code loads once the page is idle, or with the first press. */
export function Bell({ wasPressed }: { wasPressed: boolean }) {
  const { t } = useTranslation()
  const unread = useUnread()
  const button = useRef<HTMLButtonElement>(null)
  useAnnounced(unread)
  const open = () => {
    button.current?.focus()
    button.current?.click()
  }
  useAskedForm('bell', open)
  const openAtFirst = useRef(wasPressed ? open : undefined)
  useEffect(() => openAtFirst.current?.(), [])
  return (
    <Popup
      label={t('shell.bell')}
      align="end"
      className={styles.panel}
      trigger={(trigger) => <BellButton ref={button} unread={unread} {...trigger} />}
    >
      {(close) => <BellPanel requests={1} onClose={close} />}
    </Popup>
  )
}
