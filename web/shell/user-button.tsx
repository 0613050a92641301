import { IconChevronDown } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { useSession } from '../lib/session.ts'
import shellStyles from './shell.module.css'
import styles from './user-menu.module.css'

export const fullNameOf = ({ userName, userLastname }: SessionData): string => `${userName} ${userLastname}`.trim()

interface UserButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
}

/** The logged-in user, as the button that opens their menu. */
export function UserButton({ className = '', ...props }: UserButtonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const name = fullNameOf(session)
  return (
    <button
      type="button"
      className={classes(buttonStyles.ghost, className)}
      aria-label={t('shell.userMenu', { name })}
      {...props}
    >
      <Avatar names={[session.userName, session.userLastname]} />
      <span className={`${shellStyles.hideWhenNarrow} ellipsis ${styles.name}`}>{name}</span>
      <IconChevronDown className={`icon icon-14 ${shellStyles.hideWhenNarrow}`} aria-hidden="true" />
    </button>
  )
}
