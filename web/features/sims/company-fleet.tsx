import { IconAntennaBarsOff, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName, GPRS_STATUS } from '#domain/sim-status.ts'
import { formatNumber } from '#web/lib/format.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { STATUS_STYLE, type StatusStyle } from '#web/ui/status.tsx'
import styles from './company-fleet.module.css'
import { type Facets, simFacetsQuery } from './sims.api.ts'

const STATUSES = Object.entries(ADMINISTRATIVE_STATUS) as [AdministrativeStatusName, number][]
const PLACEHOLDERS = [1, 2, 3, 4] as const

const filterOf = (company: number): SimFilter => ({ companyIds: [company] })

/** The fleet of a company as a card. */
export function CompanyFleet({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(simFacetsQuery(filterOf(company)))
  if (data?.total === 0) return <EmptyCard title={t('sims.ofCompany.title')}>{t('sims.ofCompany.none')}</EmptyCard>
  return (
    <Card
      title={t('sims.ofCompany.title')}
      about={data ? t('sims.ofCompany.count', { count: data.total }) : undefined}
      line
      actions={
        <ButtonLink isGhost isSmall to="/sims" search={simsSearch(filterOf(company))}>
          {t('common.seeAll')}
        </ButtonLink>
      }
    >
      <FleetCounts company={company} />
    </Card>
  )
}

interface FleetProps {
  readonly company: number
  /** of its subsidiaries, said where it has none of its own */
  readonly simsBelow?: number
  /** what can be done where it has none of its own */
  readonly action?: ReactNode
}

/** The SIMs of a company by status; each count leads to them. */
export function FleetCounts({ company, simsBelow = 0, action }: FleetProps) {
  const { t } = useTranslation()
  const ofCompany = filterOf(company)
  const { data, error, refetch } = useQuery(simFacetsQuery(ofCompany))
  if (error && !data) return <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
  if (data?.total === 0) {
    const words = simsBelow > 0 ? t('sims.ofCompany.onlyBelow', { count: simsBelow }) : t('sims.ofCompany.none')
    return (
      <div className={styles.none}>
        <p>{words}</p>
        {action}
      </div>
    )
  }
  return <Statuses data={data} ofCompany={ofCompany} />
}

const countOf = (counts: Facets['gprsStatuses'], id: number): number => counts.find((one) => one.id === id)?.count ?? 0

function Statuses({ data, ofCompany }: { data: Facets | undefined; ofCompany: SimFilter }) {
  const { t } = useTranslation()
  if (!data) {
    return (
      <div className={styles.counts} aria-busy="true">
        {PLACEHOLDERS.map((place) => (
          <div key={place} className={styles.count}>
            <Skeleton width={88} />
            <Skeleton width={56} height={20} />
          </div>
        ))}
      </div>
    )
  }
  const statuses = STATUSES.map(([name, id]) => ({ name, id, count: countOf(data.administrativeStatusIds, id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const connected = countOf(data.gprsStatuses, GPRS_STATUS.activated)
  return (
    <>
      <div className={styles.stack} aria-hidden="true">
        {statuses.map(({ name, count }) => (
          <i key={name} data-tone={STATUS_STYLE[name].tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.counts}>
        {statuses.map(({ name, id, count }) => (
          <Count
            key={name}
            statusStyle={STATUS_STYLE[name]}
            word={t(`status.${name}`)}
            count={count}
            filter={{ ...ofCompany, administrativeStatusIds: [id] }}
          />
        ))}
        <Count
          statusStyle={{ tone: 'active', Icon: IconPlugConnected }}
          word={t('dataSession.connected')}
          count={connected}
          filter={{ ...ofCompany, gprsStatuses: [GPRS_STATUS.activated] }}
        />
        <Count
          statusStyle={{ tone: 'warning', Icon: IconAntennaBarsOff }}
          word={t('sims.chip.silent')}
          count={data.activeSilent}
          filter={{ ...ofCompany, administrativeStatusIds: [ADMINISTRATIVE_STATUS.active], silentFor: '24h' }}
        />
      </ul>
    </>
  )
}

interface CountProps {
  readonly statusStyle: StatusStyle
  readonly word: string
  readonly count: number
  readonly filter: SimFilter
}

function Count({ statusStyle: { tone, Icon }, word, count, filter }: CountProps) {
  return (
    <li>
      <Link className={styles.count} to="/sims" search={simsSearch(filter)}>
        <span className="row text-secondary">
          <Icon className={`icon icon-${tone}`} aria-hidden="true" />
          <span className="ellipsis" title={word}>
            {word}
          </span>
        </span>
        <span className={styles.figure}>
          <HighlightOnChange value={count}>{formatNumber(count)}</HighlightOnChange>
        </span>
      </Link>
    </li>
  )
}
