import {
  IconDeviceMobileOff,
  IconDots,
  IconEye,
  IconLock,
  IconMail,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
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
  const label = t('users.actionsOf', { name: userNameOf(user) })
  return (
    <Popup
      label={label}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} variant="ghost" size="sm" square aria-label={label}>
          <IconDots className="icon" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => {
        const then = (run: () => void) => () => {
          close()
          run()
        }
        return (
          <div className={popupStyles.list}>
            {reach === 'beyond' ? (
              <p className={`${styles.beyond} text-small text-secondary`}>{sentence(USER_SENTENCES.holdsMore)}</p>
            ) : (
              <button type="button" className={popupStyles.item} onClick={then(onEdit)}>
                <IconPencil className="icon icon-14" aria-hidden="true" />
                {t('users.edit')}
              </button>
            )}
            <Link to="/users/permissions" search={{ search: user.userEmail }} className={popupStyles.item}>
              <IconLock className="icon icon-14" aria-hidden="true" />
              {t('users.permits')}
            </Link>
            {actsFor(user, reach, session).map((act) => (
              <ActItem key={act} act={act} onAct={then(() => onAct(act))} />
            ))}
          </div>
        )
      }}
    </Popup>
  )
}

function ActItem({ act, onAct }: { act: UserAct; onAct: () => void }) {
  const { t } = useTranslation()
  const Icon = ACT_ICONS[act]
  return (
    <button type="button" className={classes(popupStyles.item, act === 'delete' && popupStyles.danger)} onClick={onAct}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {t(`users.acts.${act}.menu`)}
    </button>
  )
}
