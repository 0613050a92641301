import {
  IconDeviceMobileOff,
  IconEye,
  IconLock,
  IconMail,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { RowMenu, type RowMenuItem } from '#web/ui/row-menu.tsx'
import { userNameOf } from './user-cells.tsx'
import { relationTo, type UserRelation } from './user-rights.ts'
import type { UserAct, UserRow } from './users.api.ts'
import styles from './users.module.css'

export const ACT_ICONS: Readonly<Record<UserAct, typeof IconMail>> = {
  view: IconEye,
  invite: IconMail,
  resetFactor: IconDeviceMobileOff,
  deactivate: IconUserOff,
  reactivate: IconUserCheck,
  delete: IconTrash,
}

/** Actions on a user in their state, for an editor with these rights. */
export function actsFor(
  user: Pick<UserRow, 'state' | 'admin' | 'secondFactor'>,
  reach: UserRelation,
  { admin }: SessionData,
): UserAct[] {
  if (reach !== 'within') return []
  const isOff = user.state === 'deactivated'
  return [
    ...(admin === '1' && user.admin !== '1' && !isOff ? (['view'] as const) : []),
    ...(user.state === 'invited' ? (['invite'] as const) : []),
    ...(user.secondFactor === '1' ? (['resetFactor'] as const) : []),
    isOff ? 'reactivate' : 'deactivate',
    'delete',
  ]
}

/** An action as a line of a menu. */
export const actLine = (act: UserAct, t: TFunction, onAct: (act: UserAct) => void): RowMenuItem => ({
  text: t(`users.acts.${act}.menu`),
  Icon: ACT_ICONS[act],
  isDanger: act === 'delete',
  onAct: () => onAct(act),
})

interface ActionsProps {
  readonly user: UserRow
  onEdit(): void
  onAct(act: UserAct): void
}

/** The menu of a user; for one with more rights it shows why it is empty. */
export function UserActions({ user, onEdit, onAct }: ActionsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const reach = relationTo(session, user)
  const edit: RowMenuItem = { text: t('users.edit'), Icon: IconPencil, onAct: onEdit }
  const permits: RowMenuItem = {
    text: t('users.permits'),
    Icon: IconLock,
    link: { to: '/users/permissions', search: { search: user.userEmail } },
  }
  return (
    <RowMenu
      label={t('users.actionsOf', { name: userNameOf(user) })}
      items={[
        ...(reach === 'beyond' ? [] : [edit]),
        permits,
        ...actsFor(user, reach, session).map((act) => actLine(act, t, onAct)),
      ]}
    >
      {reach === 'beyond' ? (
        <p className={`${styles.beyond} text-small text-secondary`}>{sentence(USER_SENTENCES.holdsMore)}</p>
      ) : null}
    </RowMenu>
  )
}
