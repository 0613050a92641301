import { IconArrowBarToRight, IconDots, IconKey, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { mayWorkIn, useWorkIn } from '#web/shared/companies/work-in.ts'
import { Button } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
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
  const { companyId, businessName, children, users, sims } = company
  const mayBeEmpty = companyId !== session.clientId && children + users + sims === 0
  const canWorkIn = mayWorkIn(session, companyId)
  const work = useWorkIn({ toastsError: true })
  const acts = [
    ...(canWorkIn
      ? ([
          {
            word: 'companies.workIn',
            Icon: IconArrowBarToRight,
            run: () => work.mutate({ id: companyId, name: businessName }),
            right: null,
          },
        ] as const)
      : []),
    { word: 'companies.edit', Icon: IconPencil, run: onEdit, right: null },
    { word: 'companies.newBelow', Icon: IconPlus, run: onBelow, right: null },
    { word: 'security.signOn.own', Icon: IconKey, run: onSignOn, right: 'admin' },
    ...(mayBeEmpty ? ([{ word: 'companies.delete.menu', Icon: IconTrash, run: onDelete, right: null }] as const) : []),
  ] as const
  // changing sign-on requires the permit to manage users
  const allowed = acts.filter(({ right }) => right === null || (holds(session, right) && holds(session, 'users')))
  return (
    <Popup
      label={t('companies.actionsOf', { name: businessName })}
      align="end"
      trigger={(trigger) => (
        <Button
          {...trigger}
          variant={framed ? 'default' : 'ghost'}
          size={framed ?? 'sm'}
          square
          tabIndex={isActive ? 0 : -1}
          aria-label={t('companies.actionsOf', { name: businessName })}
        >
          <IconDots className="icon" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <div className={popupStyles.list}>
          {allowed.map(({ word, Icon, run }) => (
            <button
              key={word}
              type="button"
              className={classes(popupStyles.item, word === 'companies.delete.menu' && popupStyles.danger)}
              onClick={() => {
                close()
                run()
              }}
            >
              <Icon className="icon icon-14" aria-hidden="true" />
              {t(word)}
            </button>
          ))}
          {holds(session, 'users') ? (
            <Link to="/users" search={{ company: companyId }} className={popupStyles.item}>
              <IconUsers className="icon icon-14" aria-hidden="true" />
              {t('companies.seeUsers')}
            </Link>
          ) : null}
        </div>
      )}
    </Popup>
  )
}
