import { IconBan, IconBuilding, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CompanyData } from '#contract/companies/companies.calls.ts'
import { COMPANY_STATE_WORDS } from '#contract/companies/company-messages.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { opensBeside } from '#web/ui/side-panel/use-beside.ts'
import { Status, type StatusStyle } from '#web/ui/status.tsx'
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
      <td className={`${styles.taxId} text-secondary ellipsis`} title={company.tin}>
        {company.tin}
      </td>
      <td className={`${styles.country} text-secondary ellipsis`} title={company.countryName}>
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
  const otherName = businessName.startsWith(fantasyName) ? '' : fantasyName
  const second = showsAbove
    ? above
    : [otherName, children > 0 ? t('companies.below', { count: children }) : ''].filter(Boolean).join(' · ')
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
const DISCONNECTED = [GPRS_STATUS.notAvailable, GPRS_STATUS.deactivated]

/** Its name, and that its subsidiaries count, too. */
const nameOf = ({ businessName, simsBelow }: CompanyRow, t: TFunction): string =>
  simsBelow > 0 ? t('companies.choose.withSubsidiaries', { name: businessName }) : businessName

/** Number of its current SIMs with those of its subsidiaries, as a link for those who may see them, and how many of them are its own. */
export function AllSims({ company, tabIndex }: { company: CompanyRow; tabIndex?: number }) {
  const { t } = useTranslation()
  const { companyId, sims, simsBelow } = company
  const isTree = simsBelow > 0
  const count = sims + simsBelow
  const canSee = holds(useSession(), 'sims') && count > 0
  const name = nameOf(company, t)
  return (
    // one element: on a phone the cell's name stands before it
    <span>
      <TwoLines
        first={
          canSee ? (
            <Link
              to="/sims"
              search={simsSearch({ companyIds: [companyId], subsidiaries: isTree, administrativeStatusIds: CURRENT })}
              tabIndex={tabIndex}
              className="underlined"
              aria-label={t('companies.simsOf', { count, name })}
            >
              {formatNumber(count)}
            </Link>
          ) : (
            formatNumber(count)
          )
        }
        second={isTree ? t('companies.simsOwn', { count: sims }) : undefined}
      />
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

/** How many of the active SIMs have a data session, with those of its subsidiaries. */
function Connected({ company }: { company: CompanyRow }) {
  const { t } = useTranslation()
  const { activeSims: active, connectedSims: connected } = company
  return (
    <td className={`${styles.connected} numeric`} title={active > 0 ? t('companies.connectedOf', { connected, active }) : ''}>
      {active > 0 ? (
        <TwoLines
          first={
            <>
              {formatPercent(percentOf(connected, active))}
              <span className="only-on-phone"> {t('companies.connected')}</span>
            </>
          }
          second={connected < active ? <Disconnected company={company} /> : undefined}
        />
      ) : (
        <NoValue />
      )}
    </td>
  )
}

/** The others, as a link for those who may see them. */
function Disconnected({ company }: { company: CompanyRow }) {
  const { t } = useTranslation()
  const { companyId, activeSims, connectedSims, simsBelow } = company
  const text = t('companies.disconnected', { count: activeSims - connectedSims })
  if (!holds(useSession(), 'sims')) return text
  const ofCompany = { companyIds: [companyId], subsidiaries: simsBelow > 0 }
  return (
    <Link
      to="/sims"
      search={simsSearch({ ...ofCompany, administrativeStatusIds: [ADMINISTRATIVE_STATUS.active], gprsStatuses: DISCONNECTED })}
      tabIndex={-1}
      className="underlined"
      aria-label={`${text}: ${nameOf(company, t)}`}
    >
      {text}
    </Link>
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

type State = CompanyData['state']

export const COMPANY_STATE_STYLE: Readonly<Record<State, StatusStyle>> = {
  active: { tone: 'active', Icon: IconCircleCheck },
  blocked: { tone: 'stop', Icon: IconBan },
  blockedAbove: { tone: 'stop', Icon: IconBan },
}

interface StateProps {
  readonly state: string
  readonly isFilled?: boolean
}

export function CompanyState({ state, isFilled = false }: StateProps) {
  return (
    <Status {...COMPANY_STATE_STYLE[state as State]} filled={isFilled}>
      {sentence(COMPANY_STATE_WORDS[state as State])}
    </Status>
  )
}
