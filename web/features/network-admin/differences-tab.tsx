import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import styles from './differences.module.css'
import { DifferencesBar, type DriftSelection, selectedCount } from './differences-bar.tsx'
import { countOfKind, DifferencesSummary, driftCounts } from './differences-summary.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { WAYS_OF } from './drift-ways.ts'
import {
  comparisonsQuery,
  type DriftFilter,
  type DriftGoal,
  type DriftRow,
  driftsQuery,
  type NetworkData,
  networksQuery,
} from './networks.api.ts'
import { ReconcileDialog } from './reconcile-dialog.tsx'

interface DifferencesProps {
  readonly networks: readonly NetworkData[] | undefined
  readonly filter: DriftFilter
  onFilter(filter: DriftFilter): void
}

/** SIMs on which a network and the portal differ: what differs, then each with its ways out. */
export function DifferencesTab({ networks = [], filter, onFilter }: DifferencesProps) {
  const { t } = useTranslation()
  const { networkId, kind } = filter
  const list = useInfiniteQuery(driftsQuery(filter))
  const rows = list.data?.pages.flatMap((page) => page.rows)
  useInvalidateCounts(rows?.length)
  const compared = useLastComparison()
  const isNone = rows?.length === 0 && !networkId && !kind
  // before a first comparison has ended, an empty list does not say that nothing differs
  if (isNone && compared === null) return <ComparisonCard networks={networks} isFirst />
  const counts = driftCounts(networks, networkId)
  const hasAny = countOfKind(counts, undefined) > 0 || Boolean(networkId || kind)
  return (
    <>
      <Card
        title={t('networks.differences.title')}
        about={
          isNone && compared?.finishedAt
            ? t('networks.differences.lastCompared', { moment: formatMinute(compared.finishedAt) })
            : t('networks.differences.about')
        }
        line
        actions={
          hasAny ? (
            <NetworkChoice
              networks={networks}
              networkId={networkId}
              onChange={(id) => onFilter({ networkId: id || undefined, kind })}
            />
          ) : null
        }
      >
        {hasAny ? (
          <DifferencesSummary
            counts={counts}
            kind={kind}
            compared={compared}
            onKind={(next) => onFilter({ networkId, kind: next })}
          />
        ) : null}
        {list.error && !rows ? (
          <ErrorState title={t('networks.differences.failed')} error={list.error} onRetry={() => void list.refetch()} />
        ) : rows?.length === 0 ? (
          <p className={`${styles.none} text-secondary`}>{compared === undefined ? null : t('networks.differences.none')}</p>
        ) : (
          <Settling key={`${networkId} ${kind}`} rows={rows} total={countOfKind(counts, kind)} filter={filter} />
        )}
        {list.hasNextPage ? <LoadMore isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
      </Card>
      <ComparisonCard networks={networks} />
    </>
  )
}

const NOTHING: DriftSelection = { kind: 'some', iccs: new Set() }

interface SettlingProps {
  readonly rows: readonly DriftRow[] | undefined
  /** that match the filter, loaded or not */
  readonly total: number
  readonly filter: DriftFilter
}

/** The list, and the ways out: of one difference in its row, of the selected ones over the list. */
function Settling({ rows, total, filter }: SettlingProps) {
  const [chosen, setChosen] = useState<DriftSelection>(NOTHING)
  const [asked, setAsked] = useState<{ readonly goal: DriftGoal; readonly chosen: DriftSelection }>()
  return (
    <>
      <DifferencesBar
        rows={rows ?? []}
        total={total}
        chosen={chosen}
        ways={WAYS_OF[filter.kind ?? 'state']}
        onChosen={setChosen}
        onGoal={(goal) => setAsked({ goal, chosen })}
      />
      <DifferencesTable
        rows={rows}
        chosen={chosen}
        onChosen={setChosen}
        onSettle={(goal, icc) => setAsked({ goal, chosen: { kind: 'some', iccs: new Set([icc]) } })}
      />
      {asked ? (
        <ReconcileDialog
          action={asked.goal}
          chosen={asked.chosen}
          count={selectedCount(asked.chosen, total)}
          filter={filter}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            // one that was settled in its row leaves the selection as it is
            if (asked.chosen === chosen) setChosen(NOTHING)
          }}
        />
      ) : null}
    </>
  )
}

/** The last comparison of all SIMs that ended; null if none has, undefined while that loads. */
function useLastComparison(): ComparisonData | null | undefined {
  const { data } = useQuery(comparisonsQuery)
  return data && (data.comparisons.find(({ finishedAt }) => finishedAt !== null) ?? null)
}

/** Refetches the networks' counts when the list grows or shrinks. */
function useInvalidateCounts(rows: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (rows !== undefined) void client.invalidateQueries({ queryKey: networksQuery.queryKey })
  }, [client, rows])
}

interface NetworkChoiceProps {
  readonly networks: readonly NetworkData[]
  readonly networkId: string | undefined
  onChange(networkId: string): void
}

function NetworkChoice({ networks, networkId, onChange }: NetworkChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      className={styles.network}
      aria-label={t('networks.differences.network')}
      value={networkId ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('networks.differences.all')}</option>
      {networks.map((network) => (
        <option key={network.networkId} value={network.networkId}>
          {network.name}
        </option>
      ))}
    </Select>
  )
}
