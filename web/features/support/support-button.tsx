import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { BADGE_HOST, CountBadge } from '#web/ui/count-badge.tsx'

const MAX_BADGE = 99

/** Leads administrators to the conversations; the badge counts those with unread messages. */
export function SupportLink({ unread = 0 }: { unread?: number }) {
  const { t } = useTranslation()
  return (
    <Link
      className={`${buttonStyles.ghost} ${buttonStyles.square} ${BADGE_HOST}`}
      to="/support"
      aria-label={unread > 0 ? t('shell.supportWaiting', { count: unread }) : t('shell.supportConversations')}
    >
      <IconMessageCircle className="icon icon-20" aria-hidden="true" />
      <CountBadge count={unread} most={MAX_BADGE} />
    </Link>
  )
}

interface SupportButtonProps {
  readonly unread?: number
  readonly isOpen?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  onPress(): void
}

/** Opens the user's own conversation; the badge counts unread replies. */
export function SupportButton({ unread = 0, isOpen = false, ref, onPress }: SupportButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      {...(ref ? { ref } : {})}
      variant="ghost"
      square
      className={BADGE_HOST}
      aria-label={unread > 0 ? t('shell.supportUnread', { count: unread }) : t('shell.support')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <IconMessageCircle className="icon icon-20" aria-hidden="true" />
      <CountBadge count={unread} most={MAX_BADGE} />
    </Button>
  )
}
