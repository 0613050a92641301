import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreenWords } from '#web/i18n/i18n.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { announce } from '#web/ui/announcer.tsx'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import { unreadQuery, useLiveSupport } from './support.api.ts'
import styles from './support-bubble.module.css'

const ChatPanel = lazyOnDemand(async () => {
  const [{ ChatPanel }] = await Promise.all([import('./chat-panel.tsx'), loadScreenWords()])
  return ChatPanel
})

/** Maximum of the badge. */
const MAX_BADGE = 99

/** Fragment of links in mails: it opens the chat on any page. */
const HASH = 'support'

function Count({ unread }: { unread: number }) {
  return unread === 0 ? null : (
    <span className={`${styles.count} tabular-numbers`} aria-hidden="true">
      {unread > MAX_BADGE ? `${MAX_BADGE}+` : unread}
    </span>
  )
}

/** Elements at the page's edge leave space for the bubble: popups, and the end of a page. */
function useBubbleSpace(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    document.documentElement.dataset.support = ''
    return () => {
      delete document.documentElement.dataset.support
    }
  }, [isShown])
}

/**
 * The launcher of the support chat: for administrators a link to waiting conversations, for others their own
 * conversation.
 */
export function SupportLauncher() {
  const session = useSession()
  const { data: mark } = useQuery(unreadQuery)
  const { unread = 0, isLive = false } = mark ?? {}
  useLiveSupport(isLive)
  return holds(session, 'admin') ? <SupportLink unread={unread} /> : <OwnChat unread={unread} />
}

function SupportLink({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const isOnSupportPage = useLocation({ select: ({ pathname }) => pathname === '/support' })
  const isShown = unread > 0 && !isOnSupportPage
  useBubbleSpace(isShown)
  if (!isShown) return null
  return (
    <aside aria-label={t('shell.support')}>
      <Link className={styles.bubble} to="/support" aria-label={t('shell.supportWaiting', { count: unread })}>
        <IconMessageCircle className="icon" aria-hidden="true" />
        <Count unread={unread} />
      </Link>
    </aside>
  )
}

function OwnChat({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const [requests, setRequests] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const bubble = useRef<HTMLButtonElement>(null)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  useBubbleSpace(true)
  const open = () => {
    setOpen(true)
    setRequests((before) => before + 1)
  }
  useEffect(() => {
    if (hash !== HASH) return
    setOpen(true)
    setRequests((before) => before + 1)
  }, [hash])
  const label = unread > 0 ? t('shell.supportUnread', { count: unread }) : t('shell.support')
  useEffect(() => {
    if (unread > 0) announce(t('shell.supportUnread', { count: unread }))
  }, [unread, t])
  const close = () => {
    setOpen(false)
    bubble.current?.focus()
    // so that the same link opens it again
    if (hash === HASH) void navigate({ to: '.', search: true, hash: '', replace: true })
  }
  return (
    <>
      <aside aria-label={t('shell.support')}>
        <button
          ref={bubble}
          type="button"
          className={styles.bubble}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={isOpen ? close : open}
        >
          <IconMessageCircle className="icon" aria-hidden="true" />
          <Count unread={unread} />
        </button>
      </aside>
      {isOpen ? <ChatPanel requests={requests} onClose={close} /> : null}
    </>
  )
}
