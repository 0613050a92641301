import { IconBan, IconBuilding, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { COMPANY_STATE_WORDS } from '#contract/companies/company-messages.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { opensBeside } from '#web/ui/side-panel/use-beside.ts'
import { Status } from '#web/ui/status.tsx'
import tableStyles from '#web/ui/table.module.css'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import type { CompanyRow } from './companies.api.ts'
import styles from './companies.module.css'

interface CellsProps {
  readonly company: CompanyRow
  /** undefined: it has no subsidiaries */
  readonly isOpen: boolean | undefined
  readonly showsAbove: boolean
  onToggle(): void
  /** opens it beside the list */
  onOpen(): void
}

export function CompanyCells(props: CellsProps) {
  const { company } = props
  return (
    <>
      <Name {...props} />
      <td className={`${styles.taxId} ellipsis`} title={company.tin}>
        {company.tin}
      </td>
      <td className={`${styles.country} ellipsis`} title={company.countryName}>
        {company.countryName}
      </td>
      <td className={`${styles.users} numeric`}>
        <UserCount company={company} tabIndex={-1} />
      </td>
      <td className={`${styles.sims} numeric`}>
        <AllSims company={company} tabIndex={-1} />
      </td>
      <Connected company={company} />
      <td className={styles.state}>
        <CompanyState state={company.state} />
      </td>
    </>
  )
}

function Name({ company, isOpen, showsAbove, onToggle, onOpen }: CellsProps) {
  const { t } = useTranslation()
  const { businessName, fantasyName, above, children } = company
  const second = showsAbove
    ? above
    : [fantasyName, children > 0 ? t('companies.below', { count: children }) : ''].filter(Boolean).join(' · ')
  return (
    <th scope="row" className={styles.name}>
      <span className={styles.nameInTree}>
        {isOpen === undefined ? (
          <IconBuilding className="icon text-tertiary" aria-hidden="true" />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={classes(styles.turn, isOpen && styles.isOn)}
            aria-label={t(isOpen ? 'companies.closeOf' : 'companies.openOf', { name: businessName })}
            onClick={onToggle}
          >
            <IconChevronRight className="icon" aria-hidden="true" />
          </button>
        )}
        <span className="grow">
          <span className="block medium ellipsis" title={businessName}>
            <CompanyLink company={company} onOpen={onOpen} />
          </span>
          {second ? (
            <span className="block text-tertiary text-small ellipsis" title={second}>
              {second}
            </span>
          ) : null}
        </span>
      </span>
    </th>
  )
}

const { terminated, retired, ...CURRENT_STATUS } = ADMINISTRATIVE_STATUS
const CURRENT = Object.values(CURRENT_STATUS)

/** Number of its SIMs, as a link for those who may see them. */
function SimCount({ company, tabIndex }: { company: CompanyRow; tabIndex: number | undefined }) {
  const { t } = useTranslation()
  const { companyId, businessName, sims } = company
  const canSee = holds(useSession(), 'sims') && sims > 0
  if (!canSee) return <span>{formatNumber(sims)}</span>
  return (
    <Link
      to="/sims"
      search={simsSearch({ companyIds: [companyId], administrativeStatusIds: CURRENT })}
      tabIndex={tabIndex}
      className="underlined"
      aria-label={t('companies.simsOf', { count: sims, name: businessName })}
    >
      {formatNumber(sims)}
    </Link>
  )
}

/** Number of its SIMs, and of those of its subsidiaries. */
export function AllSims({ company, tabIndex }: { company: CompanyRow; tabIndex?: number }) {
  const { t } = useTranslation()
  const { simsBelow } = company
  return (
    <span>
      <SimCount company={company} tabIndex={tabIndex} />
      {simsBelow > 0 ? (
        <span className={`${tableStyles.second} block text-tertiary text-small`}>
          {t('companies.simsBelow', { count: simsBelow })}
        </span>
      ) : null}
    </span>
  )
}

interface UserCountProps {
  readonly company: Pick<CompanyRow, 'companyId' | 'businessName' | 'users'>
  readonly tabIndex?: number
}

/** Number of its users, as a link for those who may see them. */
export function UserCount({ company: { companyId, businessName, users }, tabIndex }: UserCountProps) {
  const { t } = useTranslation()
  const canSee = holds(useSession(), 'users') && users > 0
  if (!canSee) return formatNumber(users)
  return (
    <Link
      to="/users"
      search={{ company: companyId }}
      tabIndex={tabIndex}
      className="underlined"
      aria-label={t('companies.usersOf', { count: users, name: businessName })}
    >
      {formatNumber(users)}
    </Link>
  )
}

/** How many of the active SIMs have a data session, with those of its subsidiaries: the number of SIMs beside it is without them. */
function Connected({ company: { activeSims: active, connectedSims: connected, children } }: { company: CompanyRow }) {
  const { t } = useTranslation()
  const about = children > 0 ? t('companies.withSubsidiaries') : undefined
  return (
    <td className={`${styles.connected} numeric`} title={active > 0 ? t('companies.connectedOf', { connected, active }) : ''}>
      {active > 0 ? <TwoLines first={formatPercent(percentOf(connected, active))} second={about} /> : <NoValue />}
    </td>
  )
}

interface LinkProps {
  readonly company: Pick<CompanyRow, 'companyId' | 'businessName'>
  /** in the tree: opens it beside. There the row has the focus, so the link is no tab stop */
  onOpen?(): void
}

/** Its name leads to its page. */
export function CompanyLink({ company: { companyId, businessName }, onOpen }: LinkProps) {
  return (
    <Link
      to="/companies/$companyId"
      params={{ companyId: String(companyId) }}
      {...(onOpen ? { tabIndex: -1, onClick: opensBeside(onOpen) } : {})}
    >
      {businessName}
    </Link>
  )
}

interface StateProps {
  readonly state: string
  readonly isFilled?: boolean
}

export function CompanyState({ state, isFilled = false }: StateProps) {
  const word = sentence(COMPANY_STATE_WORDS[state as keyof typeof COMPANY_STATE_WORDS])
  return state === 'active' ? (
    <Status tone="active" Icon={IconCircleCheck} filled={isFilled}>
      {word}
    </Status>
  ) : (
    <Status tone="stop" Icon={IconBan} filled={isFilled}>
      {word}
    </Status>
  )
}
