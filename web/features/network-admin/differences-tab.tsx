import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { agoText } from '#web/ui/ago.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { isDayFrom } from './comparison-time.ts'
import styles from './differences.module.css'
import { DifferencesBar } from './differences-bar.tsx'
import { DifferencesTable } from './differences-table.tsx'
import {
  countOfKind,
  type DriftCounts,
  type DriftSelection,
  driftCounts,
  NOTHING_CHOSEN,
  selectedCount,
  waysOfSelection,
} from './drift-selection.ts'
import {
  type DriftFilter,
  type DriftGoal,
  type DriftRow,
  driftsQuery,
  type NetworkData,
  networksQuery,
} from './networks.api.ts'
import networksStyles from './networks.module.css'
import { ReconcileDialog } from './reconcile-dialog.tsx'
import { StartComparison, useComparisons } from './start-comparison.tsx'

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
  const { last } = useComparisons()
  const isNone = rows?.length === 0 && !networkId && !kind
  // before a first comparison has ended, an empty list does not say that nothing differs
  if (isNone && last === null) return <ComparisonCard networks={networks} isFirst />
  return (
    <>
      <Card
        title={t('networks.differences.title')}
        about={<Compared />}
        line
        className={networksStyles.twoActions}
        actions={<StartComparison networks={networks} />}
      >
        {list.error && !rows ? (
          <ErrorState title={t('networks.differences.failed')} error={list.error} onRetry={() => void list.refetch()} />
        ) : isNone ? (
          last && <NoDifferences />
        ) : (
          <Settling
            networks={networks}
            rows={rows}
            counts={driftCounts(networks, networkId)}
            filter={filter}
            onFilter={onFilter}
          />
        )}
        {list.hasNextPage ? <LoadMore isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
      </Card>
      <ComparisonCard networks={networks} />
    </>
  )
}

/** How many SIMs the last comparison compared and when, or how far the one is that is under way. */
function Compared() {
  const { t } = useTranslation()
  const { running, last } = useComparisons()
  if (running) return t('networks.comparison.done', { done: running.compared, count: running.total })
  if (last) return <LastCompared comparison={last} />
  return last === null ? t('networks.differences.notCompared') : null
}

function LastCompared({ comparison }: { comparison: ComparisonData }) {
  const { t } = useTranslation()
  const { compared, startedAt } = comparison
  const now = useNow()
  const when = agoText(startedAt, now, t)
  const isOld = isDayFrom(comparison, now)
  return (
    <span className={isOld ? 'text-warning' : undefined} title={formatMoment(startedAt)}>
      {isOld ? <IconAlertTriangle className={`icon icon-14 icon-warning ${networksStyles.found}`} aria-hidden="true" /> : null}
      {t('networks.differences.compared', { count: compared, when })}
    </span>
  )
}

function NoDifferences() {
  const { t } = useTranslation()
  return <p className={`${styles.none} text-secondary`}>{t('networks.differences.none')}</p>
}

interface SettlingProps {
  readonly networks: readonly NetworkData[]
  readonly rows: readonly DriftRow[] | undefined
  readonly counts: DriftCounts | undefined
  readonly filter: DriftFilter
  onFilter(filter: DriftFilter): void
}

interface Asked {
  readonly goal: DriftGoal
  readonly chosen: DriftSelection
}

/** The list, and the ways out: of one difference in its row, of the selected ones over the list. */
function Settling({ networks, rows, counts, filter, onFilter }: SettlingProps) {
  const [chosen, setChosen] = useOfFilter(filter, NOTHING_CHOSEN)
  const [asked, setAsked] = useOfFilter<Asked | undefined>(filter, undefined)
  const { kind } = filter
  const isEmpty = rows?.length === 0
  return (
    <>
      <DifferencesBar
        networks={networks}
        counts={counts}
        filter={filter}
        chosen={chosen}
        ways={waysOfSelection(chosen, { rows, counts, kind })}
        onFilter={onFilter}
        onChosen={setChosen}
        onGoal={(goal) => setAsked({ goal, chosen })}
      />
      {isEmpty ? (
        <NoDifferences />
      ) : (
        <DifferencesTable
          rows={rows}
          kind={kind}
          chosen={chosen}
          onChosen={setChosen}
          onSettle={(goal, icc) => setAsked({ goal, chosen: { kind: 'some', iccs: new Set([icc]) } })}
        />
      )}
      {asked ? (
        <ReconcileDialog
          action={asked.goal}
          chosen={asked.chosen}
          count={selectedCount(asked.chosen, counts ? countOfKind(counts, kind) : 0)}
          filter={filter}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            // one that was settled in its row leaves the selection as it is
            if (asked.chosen === chosen) setChosen(NOTHING_CHOSEN)
          }}
        />
      ) : null}
    </>
  )
}

/** A state that begins anew with another filter. A key would make the chips anew too, and take the focus from the pressed one. */
function useOfFilter<Value>({ networkId, kind }: DriftFilter, initial: Value) {
  const filter = `${networkId} ${kind}`
  const [state, setState] = useState({ filter, value: initial })
  if (state.filter !== filter) setState({ filter, value: initial })
  return [state.value, (value: Value) => setState({ filter, value })] as const
}

/** Refetches the networks' counts when the list grows or shrinks. */
function useInvalidateCounts(rows: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (rows !== undefined) void client.invalidateQueries({ queryKey: networksQuery.queryKey })
  }, [client, rows])
}
