import { IconEye, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { useSession } from '#web/lib/session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { agoText } from '#web/ui/ago.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { FactLine } from '#web/ui/fact-line.tsx'
import lineStyles from '#web/ui/fact-lines.module.css'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowAction } from '#web/ui/row-action.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ActDialog } from './act-dialog.tsx'
import { activeFirst } from './people-order.ts'
import { actsFor } from './user-actions.tsx'
import { unseenKey, userNameOf } from './user-cells.tsx'
import { relationTo } from './user-rights.ts'
import { type UserRow, userCountsQuery, usersQuery } from './users.api.ts'

/** Users that the card shows; all are one link away. */
const SHOWN = 6

/** The users of a company or its tree with their last activity, active ones first; of more than a page, the first page by name. */
export function CompanyPeople(whose: OfCompany) {
  const { t } = useTranslation()
  const [viewed, setViewed] = useState<UserRow>()
  const { rows, error, retry } = usePages(usersQuery(whose))
  const counts = useQuery(userCountsQuery(whose)).data?.counts
  if (rows?.length === 0) return <EmptyCard title={t('users.title')}>{t('users.noneOfCompany')}</EmptyCard>
  return (
    <Card
      title={t('users.title')}
      about={counts && formatNumber(counts.reduce((sum, { count }) => sum + count, 0))}
      line
      actions={
        <ButtonLink isGhost isSmall to="/users" search={whose}>
          {t('users.seeAll')}
        </ButtonLink>
      }
    >
      {error && !rows ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={retry} />
      ) : (
        <ul className={lineStyles.lines}>
          {rows
            ?.toSorted(activeFirst)
            .slice(0, SHOWN)
            .map((user) => (
              <PersonLine key={user.userId} user={user} whose={whose} onView={() => setViewed(user)} />
            ))}
          {rows ? null : <FactLine Icon={IconUser} first={undefined} />}
        </ul>
      )}
      {viewed ? <ActDialog request={{ act: 'view', user: viewed }} onClose={() => setViewed(undefined)} /> : null}
    </Card>
  )
}

interface PersonProps {
  readonly user: UserRow
  readonly whose: OfCompany
  onView(): void
}

function PersonLine({ user, whose, onView }: PersonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const now = useNow()
  const { userId, userEmail, state, lastSeenAt } = user
  // one of several companies' users
  const isOfTree = whose.subsidiaries !== undefined
  const mayView = actsFor(user, relationTo(session, user), session).includes('view')
  const age = lastSeenAt && agoText(lastSeenAt, now, t)
  const seen =
    state === 'active'
      ? age
        ? // beside a company's name there is no room for the word
          isOfTree
          ? age
          : t('users.seenAt', { moment: age })
        : t(unseenKey(user))
      : t(`users.is.${state as 'invited' | 'deactivated'}`)
  return (
    <FactLine
      Icon={IconUser}
      first={
        <Link to="/users" search={{ ...whose, open: userId }} title={userEmail}>
          {userNameOf(user)}
        </Link>
      }
      second={isOfTree ? `${seen} · ${user.companyName}` : seen}
      actions={
        mayView ? (
          <RowAction Icon={IconEye} opensDialog label={t('users.viewAs', { name: userNameOf(user) })} onAct={onView} />
        ) : null
      }
    />
  )
}
