import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { announce } from '#web/ui/announcer.tsx'
import { lazyWithWords } from '#web/ui/lazy-on-demand.tsx'
import { unreadQuery, useLiveSupport } from './support.api.ts'
import { SupportButton, SupportLink } from './support-button.tsx'

const ChatPanel = lazyWithWords(() => import('./chat-panel.tsx').then((module) => module.ChatPanel))

/** Fragment of links in mails: it opens the chat on any page. */
const HASH = 'support'

interface LauncherProps {
  /** its button was pressed before this code was there */
  readonly wasPressed: boolean
}

/**
 * The launcher of the support chat: for administrators a link to waiting conversations, for others their own
 * conversation.
 */
export function SupportLauncher({ wasPressed }: LauncherProps) {
  const session = useSession()
  const { data: mark } = useQuery(unreadQuery)
  const { unread = 0, isLive = false } = mark ?? {}
  useLiveSupport(isLive)
  return holds(session, 'admin') ? <SupportLink unread={unread} /> : <OwnChat unread={unread} wasPressed={wasPressed} />
}

function OwnChat({ unread, wasPressed }: LauncherProps & { unread: number }) {
  const { t } = useTranslation()
  const [requests, setRequests] = useState(wasPressed ? 1 : 0)
  const [isOpen, setOpen] = useState(wasPressed)
  const button = useRef<HTMLButtonElement>(null)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const open = () => {
    setOpen(true)
    setRequests((before) => before + 1)
  }
  useEffect(() => {
    if (hash !== HASH) return
    setOpen(true)
    setRequests((before) => before + 1)
  }, [hash])
  useEffect(() => {
    if (unread > 0) announce(t('shell.supportUnread', { count: unread }))
  }, [unread, t])
  const close = () => {
    setOpen(false)
    button.current?.focus()
    // so that the same link opens it again
    if (hash === HASH) void navigate({ to: '.', search: true, hash: '', replace: true })
  }
  return (
    <>
      <SupportButton ref={button} unread={unread} isOpen={isOpen} onPress={isOpen ? close : open} />
      {isOpen ? <ChatPanel requests={requests} onClose={close} /> : null}
    </>
  )
}
