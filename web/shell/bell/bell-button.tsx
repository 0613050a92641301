import { IconBell } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { BELL_COUNT_MAX } from '#domain/bell.ts'
import { Button } from '#web/ui/button.tsx'
import { BADGE_HOST, CountBadge } from '#web/ui/count-badge.tsx'

interface BellButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'role'> {
  readonly unread?: number | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** The bell with the number of unread lines. */
export function BellButton({ unread = 0, ...props }: BellButtonProps) {
  const { t } = useTranslation()
  const isMore = unread >= BELL_COUNT_MAX
  const label = isMore ? t('shell.bellMany', { count: BELL_COUNT_MAX - 1 }) : t('shell.bellUnread', { count: unread })
  return (
    <Button variant="ghost" square className={BADGE_HOST} aria-label={unread > 0 ? label : t('shell.bell')} {...props}>
      <IconBell className="icon icon-20" aria-hidden="true" />
      <CountBadge count={unread} most={BELL_COUNT_MAX - 1} />
    </Button>
  )
}
