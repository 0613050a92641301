import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { USER_SENTENCES, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { formatDate } from '#web/lib/format.ts'
import { groupNeighbours } from '#web/lib/group-neighbours.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { type ListRows, usePages } from '#web/ui/list/list-rows.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { PanelAbout, PanelActions, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { KnownStatus } from '#web/ui/status.tsx'
import { holdsRight, type RightName } from './permit-edits.ts'
import { RIGHT_NAMES, rightTitle, SUBJECT_OF } from './permit-heads.ts'
import { ACT_ICONS, actLine, actsFor } from './user-actions.tsx'
import { isFactorRisk, rightsText, USER_STATE_STYLE, unseenKey, userNameOf } from './user-cells.tsx'
import { relationTo, rightsOfRow } from './user-rights.ts'
import { type UserAct, type UserRow, usersQuery } from './users.api.ts'
import styles from './users.module.css'

interface UserPanelProps {
  readonly userId: number
  readonly data: ListRows<UserRow>
  readonly beside: ListBeside
  onEdit(user: UserRow): void
  onAct(act: UserAct, user: UserRow): void
}

/** A user beside the list: company, rights, last activity, and what can be done. */
export function UserPanel({ userId, data, beside, onEdit, onAct }: UserPanelProps) {
  const { t } = useTranslation()
  const listed = data.rows?.find((row) => row.userId === userId)
  // an address can name one whom the list does not show
  const alone = usePages({ ...usersQuery({ user: userId }), enabled: data.rows !== undefined && listed === undefined })
  const user = listed ?? alone.rows?.[0]
  const error = alone.error ?? (alone.rows?.length === 0 ? new Error(t('users.notFound')) : data.error)
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const name = user && userNameOf(user)
  return (
    <SidePanel {...around} label={name ?? t('users.user')}>
      <PanelHead {...around} below={user ? <BelowName key={userId} user={user} /> : null}>
        <PanelTitle>{name ?? (error ? t('users.user') : undefined)}</PanelTitle>
      </PanelHead>
      <PanelContent key={userId} failure={{ title: t('users.failedOne'), error, retry: alone.retry }}>
        {user ? (
          <>
            <Acts user={user} onEdit={() => onEdit(user)} onAct={(act) => onAct(act, user)} />
            <UserFacts user={user} />
            <Rights user={user} />
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

function BelowName({ user: { userEmail, state, invitedAt } }: { user: UserRow }) {
  const { t } = useTranslation()
  return (
    <PanelAbout>
      <span className="row text-secondary">
        {userEmail}
        <CopyButton text={userEmail} what={sentence(USER_WORDS.userEmail)} />
      </span>
      <KnownStatus filled state={state} styles={USER_STATE_STYLE} words={USER_STATE_WORDS} />
      {state === 'invited' && invitedAt ? (
        <span className="text-secondary">{t('users.invitedOn', { day: formatDate(invitedAt) })}</span>
      ) : null}
    </PanelAbout>
  )
}

/** A link that is seen as one, for those who may see companies. */
function Company({ companyId, name }: { companyId: number; name: string }) {
  if (!holds(useSession(), 'companies')) return name
  return (
    <Link to="/companies/$companyId" params={{ companyId: String(companyId) }} className="underlined">
      {name}
    </Link>
  )
}

function UserFacts({ user }: { user: UserRow }) {
  const { companyId, companyName, userPhone, userTin, createdAt } = user
  return (
    <PanelSection>
      <Facts
        facts={[
          { name: sentence(USER_WORDS.company), value: <Company companyId={companyId} name={companyName} /> },
          { name: sentence(USER_WORDS.lastSeen), value: <LastActivity user={user} /> },
          { name: sentence(USER_WORDS.secondFactor), value: <SecondFactor user={user} /> },
          { name: sentence(USER_WORDS.userPhone), value: userPhone },
          { name: sentence(USER_WORDS.userTin), value: userTin && <span className="proportional-numbers">{userTin}</span> },
          { name: sentence(USER_WORDS.created), value: formatDate(createdAt) },
        ]}
      />
    </PanelSection>
  )
}

/** When it was, and the way to what the user did, with log-ins and views: most users change nothing. */
function LastActivity({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  const { lastSeenAt, userEmail } = user
  return (
    <>
      {lastSeenAt ? <Ago at={lastSeenAt} /> : t(unseenKey(user))}
      {' · '}
      <Link to="/audit" search={{ person: userEmail, access: 'true' }} className="underlined">
        {t('users.toAudit')}
      </Link>
    </>
  )
}

/** Off, it is a warning where it is a risk. */
function SecondFactor({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  if (user.secondFactor === '1') return t('users.factorOn')
  if (!isFactorRisk(user)) return t('users.factorOff')
  return (
    <span className="row text-warning">
      <IconAlertTriangle className="icon icon-14" aria-hidden="true" />
      {t('users.factorOff')}
    </span>
  )
}

/** What is held and what is not, by subject as in the matrix. */
function Rights({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  const rights = rightsOfRow(user)
  const names = RIGHT_NAMES.filter((name) => name !== 'admin' || rights.isAdmin)
  const edit = (
    <ButtonLink isSmall to="/users/permissions" search={{ search: user.userEmail }}>
      {t('users.editPermits')}
    </ButtonLink>
  )
  return (
    <PanelSection title={sentence(USER_WORDS.permits)} about={rightsText(rights, t)} action={edit}>
      {groupNeighbours(names, (first, next) => SUBJECT_OF[first] === SUBJECT_OF[next]).map((group) => (
        <Fragment key={group[0]}>
          <h4 className="medium text-small text-tertiary">{t(`users.subjects.${SUBJECT_OF[group[0]]}`)}</h4>
          <ul className={styles.granted}>
            {group.map((name) => (
              <Right key={name} name={name} isHeld={holdsRight(rights, name)} />
            ))}
          </ul>
        </Fragment>
      ))}
    </PanelSection>
  )
}

function Right({ name, isHeld }: { name: RightName; isHeld: boolean }) {
  const { t } = useTranslation()
  return (
    <li className={isHeld ? undefined : 'text-tertiary'}>
      {isHeld ? (
        <IconCheck className="icon icon-14 text-active" aria-hidden="true" />
      ) : (
        <IconMinus className="icon icon-14" aria-hidden="true" />
      )}
      <span>
        {rightTitle(name)}
        {isHeld ? null : <span className="visually-hidden">: {t('users.notHeld')}</span>}
      </span>
    </li>
  )
}

/** Acts with a button of their own; those that take something away are in the menu. */
const FRONT: readonly UserAct[] = ['view', 'invite', 'reactivate']

interface ActsProps {
  readonly user: UserRow
  onEdit(): void
  onAct(act: UserAct): void
}

function Acts({ user, onEdit, onAct }: ActsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const reach = relationTo(session, user)
  const acts = actsFor(user, reach, session)
  const front = acts.filter((act) => FRONT.includes(act))
  const others = acts.filter((act) => !FRONT.includes(act))
  return (
    <PanelSection>
      {reach === 'beyond' ? (
        <p className="text-secondary">{sentence(USER_SENTENCES.holdsMore)}</p>
      ) : (
        <PanelActions>
          <Button size="sm" aria-haspopup="dialog" onClick={onEdit}>
            {t('users.editDetails')}
          </Button>
          {front.map((act) => {
            const ActIcon = ACT_ICONS[act]
            return (
              <Button key={act} size="sm" aria-haspopup="dialog" onClick={() => onAct(act)}>
                <ActIcon className="icon icon-14" aria-hidden="true" />
                {t(`users.acts.${act}.menu`)}
              </Button>
            )
          })}
          {others.length > 0 ? (
            <RowMenu
              isFramed
              label={t('users.actionsOf', { name: userNameOf(user) })}
              items={others.map((act) => actLine(act, t, onAct))}
            />
          ) : null}
        </PanelActions>
      )}
    </PanelSection>
  )
}
