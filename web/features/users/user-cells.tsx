import { IconCircleCheck, IconCircleOff, IconMail } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { roleOf } from '#domain/role-presets.ts'
import type { UserRights } from '#domain/user-rights.ts'
import type { UserState } from '#domain/user-states.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Ago } from '#web/ui/ago.tsx'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { holdsRight } from './permit-edits.ts'
import { RIGHT_NAMES, rightTitle } from './permit-heads.ts'
import { ALL_RIGHTS, rightsOfRow } from './user-rights.ts'
import type { UserRow } from './users.api.ts'
import styles from './users.module.css'

export const userNameOf = ({ userName, userLastname }: Pick<UserRow, 'userName' | 'userLastname'>): string =>
  `${userName} ${userLastname}`.trim()

/** Hibernating is one of them. */
const ALL_COUNT = PERMITS.length + 1

/** The role that rights make, or that they make none. */
export function roleWord(rights: UserRights, t: TFunction): string {
  const role = roleOf(rights, ALL_RIGHTS)
  if (role) return t(`users.roles.${role}`)
  return rights.isAdmin ? sentence(USER_WORDS.admin) : t('users.roles.custom')
}

/** A role says which rights they are. */
const hasRole = (rights: UserRights): boolean => rights.isAdmin || roleOf(rights, ALL_RIGHTS) !== undefined

/** '7 de 9' */
const heldText = ({ permits, canHibernate }: UserRights, t: TFunction): string =>
  t('users.permitsHeld', { count: permits.length + (canHibernate ? 1 : 0), of: ALL_COUNT })

/** 'Administrador', 'Personalizado · 7 de 9' */
export const rightsText = (rights: UserRights, t: TFunction): string =>
  hasRole(rights) ? roleWord(rights, t) : `${roleWord(rights, t)} · ${heldText(rights, t)}`

/** Of who can log in: a stolen password would open the users or companies of others, and no second factor protects it. */
export function isFactorRisk(user: UserRow): boolean {
  const rights = rightsOfRow(user)
  const isUnprotected = user.state === 'active' && user.secondFactor !== '1'
  return isUnprotected && (['admin', 'users', 'companies'] as const).some((name) => holdsRight(rights, name))
}

/**
 * Their role, and below it that a second factor is missing where it is a risk; of permits that make no role how many of all they are,
 * before their names, which may be cut. The tooltip has all names.
 */
export function Permits({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  const rights = rightsOfRow(user)
  const names = RIGHT_NAMES.filter((name) => name !== 'admin' && holdsRight(rights, name)).map(rightTitle)
  const held = hasRole(rights) ? [] : [heldText(rights, t), ...(names.length > 0 ? [names.join(', ')] : [])]
  const isRisk = isFactorRisk(user)
  return (
    <span title={names.join(', ')}>
      <TwoLines
        first={<span>{roleWord(rights, t)}</span>}
        second={
          isRisk ? (
            <>
              <span className="text-warning">{t('users.factorRisk')}</span>
              {held.map((part) => ` · ${part}`)}
            </>
          ) : (
            held.join(' · ')
          )
        }
      />
    </span>
  )
}

export const USER_STATE_STYLE: Readonly<Record<UserState, StatusStyle>> = {
  active: { tone: 'active', Icon: IconCircleCheck },
  invited: { tone: 'ready', Icon: IconMail },
  deactivated: { tone: 'ended', Icon: IconCircleOff },
}

/** The state of one who cannot log in, before what else is said of them. */
export function StateBefore({ state }: { state: UserState }) {
  if (state === 'active') return null
  const { Icon, tone } = USER_STATE_STYLE[state]
  return (
    <>
      <Icon className={`icon icon-14 icon-${tone} ${styles.stateIcon}`} aria-hidden="true" />{' '}
      {sentence(USER_STATE_WORDS[state])}
      {' · '}
    </>
  )
}

/** Log-ins are kept so long (server/maintenance). */
const LOGINS_KEPT_MS = 30 * 86_400_000

/** What is said of one without a log-in: of those who are here for longer than log-ins are kept it is not known that there was none. */
export const unseenKey = ({ state, createdAt }: Pick<UserRow, 'state' | 'createdAt'>): 'users.neverIn' | 'users.notSeen' =>
  state === 'invited' || Date.now() - Date.parse(createdAt) < LOGINS_KEPT_MS ? 'users.neverIn' : 'users.notSeen'

/** When a user was last active, and before it the state of one who cannot log in: that all others can goes without saying. */
export function SeenAt({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  const { state, invitedAt, lastSeenAt } = user
  const seen = lastSeenAt ? <Ago at={lastSeenAt} /> : null
  if (state === 'active') return seen ?? <span className="text-tertiary">{t(unseenKey(user))}</span>
  const since =
    state === 'invited'
      ? invitedAt && t('users.invitedOn', { day: formatDate(invitedAt) })
      : seen && <TextWithParts text={t('users.lastSeen')} parts={[seen]} />
  return <TwoLines first={<KnownStatus state={state} styles={USER_STATE_STYLE} words={USER_STATE_WORDS} />} second={since} />
}
