import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconNetwork } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Card } from '#web/ui/card.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import statusStyles from '#web/ui/status.module.css'
import dashboardStyles from './dashboard.module.css'
import { failureFacts, sinceText } from './need-details.ts'
import styles from './operator-status.module.css'
import { SimsLink } from './sims-link.tsx'

type Operator = DashboardData['operatorStatus'][number]
type StatusData = Pick<DashboardData, 'operatorStatus' | 'operatorSims' | 'asOf'>

/** The networks are checked every few seconds; a status older than this is stale, ms. */
const STALE_MS = 600_000

/** 0 red, 1 green, 2 yellow (specification section 4). */
const STATUS_STYLES = [
  { tone: 'stop', Icon: IconCircleX },
  { tone: 'active', Icon: IconCircleCheck },
  { tone: 'warning', Icon: IconAlertTriangle },
] as const

/** The last check of an operator if stale; undefined when its status is fresh or set by an administrator. */
function staleSince({ checkedAt, statusText }: Operator, asOf: string): string | undefined {
  if (statusText || !checkedAt || Date.parse(asOf) - Date.parse(checkedAt) < STALE_MS) return undefined
  return checkedAt
}

function useStatusText(operator: Operator, asOf: string): string {
  const { t } = useTranslation()
  const { statusStatus, failurePercent, since } = operator
  if (statusStatus === 1) return t('dashboard.statusOk')
  // the share is not of a status that an administrator set
  if (statusStatus === 2)
    return [t('dashboard.statusUnsteady'), ...(operator.statusText ? [] : failureFacts(failurePercent))].join(', ')
  return t('dashboard.statusClosed', { since: sinceText(since, asOf) })
}

/** undefined for an operator without SIMs. */
const simsOfOperator = ({ series, providerIds }: DashboardData['operatorSims'], originId: number): number | undefined =>
  series[providerIds.indexOf(originId)]

function OperatorRow({ operator, data: { asOf, operatorSims } }: { operator: Operator; data: StatusData }) {
  const { t } = useTranslation()
  const count = simsOfOperator(operatorSims, operator.originId)
  const word = useStatusText(operator, asOf)
  const silent = staleSince(operator, asOf)
  const note = silent ? t('dashboard.statusSilent', { since: sinceText(silent, asOf) }) : operator.statusText
  const { tone, Icon } = STATUS_STYLES[operator.statusStatus as 0 | 1 | 2]
  return (
    <li>
      <SimsLink
        search={simsSearch({ providerIds: [operator.originId] })}
        className={classes(styles.operator, note !== '' && styles.said)}
      >
        <span className="medium ellipsis">{operator.statusName}</span>
        <span className={`${styles.sims} numeric text-tertiary`}>
          {count === undefined ? null : t('dashboard.needs.sims', { count })}
        </span>
        <span className={classes(styles.state, statusStyles.status, statusStyles[tone])}>
          <Icon className="icon" aria-hidden="true" />
          <HighlightOnChange value={word}>
            <span className={`text-${tone}`}>{word}</span>
          </HighlightOnChange>
        </span>
        {note ? <span className={`${styles.operatorText} text-small text-secondary`}>{note}</span> : null}
      </SimsLink>
    </li>
  )
}

const PLACES = [62, 70, 55, 66, 58, 72]

export function OperatorStatusCard({ data }: { data: StatusData | undefined }) {
  const { t } = useTranslation()
  return (
    <Card
      className={`${dashboardStyles.fourColumns} ${dashboardStyles.column}`}
      title={t('dashboard.operatorStatus')}
      actions={<span className="text-small text-tertiary">{t('dashboard.recent')}</span>}
    >
      {data?.operatorStatus.length === 0 ? (
        <EmptyState Icon={IconNetwork} title={t('dashboard.operatorsEmpty')}>
          {t('dashboard.operatorsEmptyText')}
        </EmptyState>
      ) : (
        <ul
          className={styles.list}
          style={{ '--operators': (data?.operatorStatus ?? PLACES).length } as object}
          aria-busy={!data}
        >
          {data
            ? data.operatorStatus.map((operator) => <OperatorRow key={operator.statusName} operator={operator} data={data} />)
            : PLACES.map((width) => (
                <li key={width}>
                  <div className={styles.operator}>
                    <Skeleton width={`${width}%`} />
                    <Skeleton width={64} />
                  </div>
                </li>
              ))}
        </ul>
      )}
    </Card>
  )
}
