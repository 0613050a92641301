import { IconClock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMinute, formatTime } from '#web/lib/format.ts'
import { UsageLate } from '#web/ui/as-of.tsx'
import { useViewedRows, type ViewedRows } from './grid/viewed-rows.ts'
import styles from './sims.module.css'
import type { SimList } from './use-sim-list.ts'

interface ListFootProps {
  readonly list: SimList
  /** undefined without rows */
  readonly seen: ViewedRows | undefined
}

/** Count, visible rows, and time. */
export function ListFoot({ list: { facets, rowCount, isEmpty, isCapped, fleet }, seen }: ListFootProps) {
  const { t } = useTranslation()
  // undefined while they are counted
  const count = facets || isEmpty ? rowCount : undefined
  const asOf = facets?.asOf
  return (
    <div className={styles.foot}>
      {count === undefined ? null : (
        <span className="ellipsis">{isCapped ? t('sims.cappedCount', { count }) : countText(count, fleet, t)}</span>
      )}
      {count && seen ? <RowRange seen={seen} /> : null}
      <span className="grow" />
      <UsageLate usageAt={facets?.usageAsOf} at={asOf} />
      {asOf ? (
        <span className="row no-wrap">
          <IconClock className="icon icon-14" aria-hidden="true" />
          <span className="hide-on-phone">{t('sims.asOf', { moment: formatMinute(asOf) })}</span>
          {/* beside the count there is room for the time alone */}
          <span className="only-on-phone">{t('sims.asOf', { moment: formatTime(asOf) })}</span>
        </span>
      ) : null}
    </div>
  )
}

function RowRange({ seen }: { seen: ViewedRows }) {
  const { t } = useTranslation()
  const { first, last } = useViewedRows(seen)
  if (last < first) return null
  return <span className="hide-on-phone no-wrap">{t('sims.rows', { first: first + 1, last: last + 1 })}</span>
}

/** @param total SIMs without any filter */
function countText(count: number, total: number | undefined, t: TFunction): string {
  return total === undefined || total === count ? t('sims.count', { count }) : t('sims.countOf', { count, total })
}
