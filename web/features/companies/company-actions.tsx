import { IconArrowBarToRight, IconKey, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { mayWorkIn, useWorkIn } from '#web/shared/companies/work-in.ts'
import { RowMenu, type RowMenuItem } from '#web/ui/row-menu.tsx'
import type { CompanyRow } from './companies.api.ts'

interface ActionsProps {
  readonly company: Pick<CompanyRow, 'companyId' | 'businessName' | 'children' | 'users' | 'sims'>
  /** its row has the focus, so its button is a tab stop */
  readonly isActive: boolean
  /** beside other buttons of this size, not in a row */
  readonly framed?: 'sm' | 'md'
  onEdit(): void
  onBelow(): void
  /** opens its sign-on settings */
  onSignOn(): void
  onDelete(): void
}

/** The actions of a company. */
export function CompanyActions({ company, isActive, framed, onEdit, onBelow, onSignOn, onDelete }: ActionsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { companyId, businessName } = company
  const mayBeEmpty = companyId !== session.clientId && company.children + company.users + company.sims === 0
  const work = useWorkIn({ toastsError: true })
  const workIn: RowMenuItem = {
    text: t('companies.workIn'),
    Icon: IconArrowBarToRight,
    onAct: () => work.mutate({ id: companyId, name: businessName }),
  }
  const remove: RowMenuItem = { text: t('companies.delete.menu'), Icon: IconTrash, isDanger: true, onAct: onDelete }
  const signOn: RowMenuItem = { text: t('security.signOn.own'), Icon: IconKey, onAct: onSignOn }
  const users: RowMenuItem = {
    text: t('companies.seeUsers'),
    Icon: IconUsers,
    link: { to: '/users', search: { company: companyId } },
  }
  const managesUsers = holds(session, 'users')
  return (
    <RowMenu
      label={t('companies.actionsOf', { name: businessName })}
      isFramed={framed !== undefined}
      size={framed ?? 'sm'}
      tabIndex={isActive ? 0 : -1}
      items={[
        ...(mayWorkIn(session, companyId) ? [workIn] : []),
        { text: t('companies.edit'), Icon: IconPencil, onAct: onEdit },
        { text: t('companies.newBelow'), Icon: IconPlus, onAct: onBelow },
        // changing sign-on requires the permit to manage users
        ...(holds(session, 'admin') && managesUsers ? [signOn] : []),
        ...(mayBeEmpty ? [remove] : []),
        ...(managesUsers ? [users] : []),
      ]}
    />
  )
}
