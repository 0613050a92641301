import { IconAntennaBarsOff, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName, GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { simsOf, simsSearch } from '#web/lib/sims-address.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { STATUS_STYLE, type StatusStyle } from '#web/ui/status.tsx'
import styles from './company-fleet.module.css'
import { type Facets, simFacetsQuery } from './sims.api.ts'

const STATUSES = Object.entries(ADMINISTRATIVE_STATUS) as [AdministrativeStatusName, number][]
/** Of a short list: two lines of two. */
const SHORT_STATUSES = 4

/** Its SIMs by status; by session only those that are active, as a filter does not narrow its own values. */
const fleetQuery = (whose: OfCompany) =>
  simFacetsQuery({ ...simsOf(whose), administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] })

const totalOf = ({ administrativeStatusIds }: Facets): number =>
  administrativeStatusIds.reduce((sum, { count }) => sum + count, 0)

interface ShortProps {
  /** only the statuses with the most SIMs, until more are asked for */
  readonly isShort?: boolean | undefined
}

/** The fleet of a company or its tree as a card. */
export function CompanyFleet({ isShort, ...whose }: OfCompany & ShortProps) {
  const { t } = useTranslation()
  const { data } = useQuery(fleetQuery(whose))
  if (data && totalOf(data) === 0) return <EmptyCard title={t('sims.ofCompany.title')}>{t('sims.ofCompany.none')}</EmptyCard>
  return (
    <Card title={t('sims.ofCompany.title')} about={<FleetTotal {...whose} />} line actions={<FleetLink {...whose} />}>
      <FleetCounts {...whose} isShort={isShort} />
    </Card>
  )
}

/** Leads to its SIMs, if it has any. */
export function FleetLink(whose: OfCompany) {
  const { t } = useTranslation()
  const { data } = useQuery(fleetQuery(whose))
  if (!data || totalOf(data) === 0) return null
  return (
    <ButtonLink isGhost isSmall to="/sims" search={simsSearch(simsOf(whose))}>
      {t('sims.ofCompany.seeAll')}
    </ButtonLink>
  )
}

/** How many SIMs it has: apart from those that have ended, which lists of companies do not count. */
export function FleetTotal(whose: OfCompany) {
  const { t } = useTranslation()
  const { data } = useQuery(fleetQuery(whose))
  const total = data ? totalOf(data) : 0
  if (!data || total === 0) return null
  const { terminated, retired } = ADMINISTRATIVE_STATUS
  const ended = countOf(data.administrativeStatusIds, terminated) + countOf(data.administrativeStatusIds, retired)
  if (ended === 0) return t('sims.ofCompany.count', { count: total })
  return `${t('sims.ofCompany.current', { count: total - ended })} · ${t('sims.ofCompany.ended', { count: ended })}`
}

interface FleetProps extends OfCompany, ShortProps {
  /** what can be done where there are none */
  readonly action?: ReactNode
}

/** Its connected, disconnected and silent SIMs, and all by status; each count leads to them. */
export function FleetCounts({ action, isShort = false, ...whose }: FleetProps) {
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(fleetQuery(whose))} failed={t('list.failed')} waiting={<Waiting isShort={isShort} />}>
      {(data) =>
        totalOf(data) === 0 ? (
          <div className={styles.none}>
            <p>{t('sims.ofCompany.none')}</p>
            {action}
          </div>
        ) : (
          <Statuses data={data} ofCompany={simsOf(whose)} isShort={isShort} />
        )
      }
    </Loaded>
  )
}

const upperClass = (isShort: boolean): string => classes(styles.counts, styles.upper, !isShort && styles.wide)

const Waiting = ({ isShort }: { readonly isShort: boolean }) => (
  <div aria-busy="true">
    <div className={upperClass(isShort)}>{[1, 2, 3].map(placeholder)}</div>
    <div className={styles.stack} />
    <div className={styles.counts}>{[1, 2, 3, 4].map(placeholder)}</div>
  </div>
)

const placeholder = (place: number) => (
  <div key={place} className={styles.count}>
    <Skeleton width={88} />
    <Skeleton width={56} height={20} />
  </div>
)

const countOf = (counts: Facets['gprsStatuses'], id: number): number => counts.find((one) => one.id === id)?.count ?? 0

const hasEnded = (name: AdministrativeStatusName): boolean => STATUS_STYLE[name].tone === 'ended'

interface StatusesProps {
  readonly data: Facets
  readonly ofCompany: SimFilter
  readonly isShort: boolean
}

function Statuses({ data, ofCompany, isShort }: StatusesProps) {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(!isShort)
  const statuses = STATUSES.map(([name, id]) => ({ name, id, count: countOf(data.administrativeStatusIds, id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(hasEnded(a.name)) - Number(hasEnded(b.name)) || b.count - a.count)
  const shown = isAll ? statuses : statuses.slice(0, SHORT_STATUSES)
  return (
    <>
      <Sessions data={data} ofCompany={ofCompany} isShort={isShort} />
      <div className={styles.stack} aria-hidden="true">
        {statuses.map(({ name, count }) => (
          <i key={name} data-tone={STATUS_STYLE[name].tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.counts}>
        {shown.map(({ name, id, count }) => (
          <Count
            key={name}
            statusStyle={STATUS_STYLE[name]}
            word={t(`status.${name}`)}
            count={count}
            filter={{ ...ofCompany, administrativeStatusIds: [id] }}
          />
        ))}
      </ul>
      {shown.length < statuses.length ? (
        <LoadMore isBusy={false} onMore={() => setAll(true)}>
          {t('sims.ofCompany.more', { count: statuses.length - shown.length })}
        </LoadMore>
      ) : null}
    </>
  )
}

/** Of the active SIMs those with a data session, those without and those that are silent; nothing without active ones. */
function Sessions({ data, ofCompany, isShort }: StatusesProps) {
  const { t } = useTranslation()
  const { active: activeId } = ADMINISTRATIVE_STATUS
  const { activated, deactivated, notAvailable } = GPRS_STATUS
  const active = countOf(data.administrativeStatusIds, activeId)
  const connected = countOf(data.gprsStatuses, activated)
  if (active === 0) return null
  const ofActive = { ...ofCompany, administrativeStatusIds: [activeId] }
  return (
    <ul className={upperClass(isShort)}>
      <Count
        statusStyle={{ tone: 'active', Icon: IconPlugConnected }}
        word={t('sims.ofCompany.connected')}
        count={connected}
        share={t('sims.ofCompany.ofActive', { percent: formatPercent(percentOf(connected, active)) })}
        filter={{ ...ofActive, gprsStatuses: [activated] }}
      />
      <Count
        statusStyle={{ tone: 'ended', Icon: IconPlugConnectedX }}
        word={t('sims.ofCompany.disconnected')}
        count={active - connected}
        filter={{ ...ofActive, gprsStatuses: [notAvailable, deactivated] }}
      />
      <Count
        statusStyle={{ tone: 'warning', Icon: IconAntennaBarsOff }}
        word={t('sims.chip.silent')}
        count={data.activeSilent}
        filter={{ ...ofActive, silentFor: '24h' }}
      />
    </ul>
  )
}

interface CountProps {
  readonly statusStyle: StatusStyle
  readonly word: string
  readonly count: number
  /** what part of which SIMs it is */
  readonly share?: string
  readonly filter: SimFilter
}

function Count({ statusStyle: { tone, Icon }, word, count, share, filter }: CountProps) {
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
          {share ? <span className={`${styles.share} text-small text-tertiary`}>{share}</span> : null}
        </span>
      </Link>
    </li>
  )
}
