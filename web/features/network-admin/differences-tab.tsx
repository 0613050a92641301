import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import styles from './differences.module.css'
import { DifferencesBar, type DriftSelection, selectedCount } from './differences-bar.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { comparisonsQuery, type DriftGoal, driftsQuery, type NetworkData, networksQuery } from './networks.api.ts'
import { ReconcileDialog } from './reconcile-dialog.tsx'

interface DifferencesProps {
  readonly networks: readonly NetworkData[] | undefined
  readonly networkId: string | undefined
  onNetwork(networkId: string | undefined): void
}

/** Number of differences, of one network or of all. */
function totalOf(networks: readonly NetworkData[], networkId: string | undefined): number {
  const filtered = networks.filter((network) => networkId === undefined || network.networkId === networkId)
  return filtered.reduce((sum, { drifts }) => sum + drifts, 0)
}

const NOTHING: DriftSelection = { kind: 'some', iccs: new Set() }

/** SIMs on which a network and the portal differ, with actions. */
export function DifferencesTab({ networks, networkId, onNetwork }: DifferencesProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<DriftSelection>(NOTHING)
  const [action, setAction] = useState<DriftGoal>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(driftsQuery(networkId))
  const rows = data?.pages.flatMap((page) => page.rows)
  useInvalidateCounts(rows?.length)
  const total = totalOf(networks ?? [], networkId)
  const change = (id: string) => {
    setChosen(NOTHING)
    onNetwork(id || undefined)
  }
  const isNone = rows?.length === 0 && !networkId
  const lastCompared = useLastCompared()
  const none = lastCompared === undefined ? null : t(`networks.differences.${lastCompared ? 'none' : 'notCompared'}`)
  // before a first comparison has ended, an empty list does not say that nothing differs
  if (isNone && lastCompared === null) return <ComparisonCard networks={networks ?? []} isFirst />
  return (
    <>
      <Card
        title={t('networks.differences.title')}
        about={
          isNone && lastCompared
            ? t('networks.differences.lastCompared', { moment: lastCompared })
            : t('networks.differences.about')
        }
        line
        className={styles.drifts}
        actions={
          total > 0 || networkId ? <NetworkChoice networks={networks ?? []} networkId={networkId} onChange={change} /> : null
        }
      >
        {error && !rows ? (
          <ErrorState title={t('networks.differences.failed')} error={error} onRetry={() => void refetch()} />
        ) : rows?.length === 0 ? (
          <p className={`${styles.none} text-secondary`}>{none}</p>
        ) : (
          <>
            <DifferencesBar rows={rows ?? []} total={total} chosen={chosen} onChosen={setChosen} onGoal={setAction} />
            <DifferencesTable rows={rows} chosen={chosen} onChosen={setChosen} />
          </>
        )}
        {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        {action ? (
          <ReconcileDialog
            action={action}
            chosen={chosen}
            count={selectedCount(chosen, total)}
            networkId={networkId}
            onClose={() => setAction(undefined)}
            onDone={() => setChosen(NOTHING)}
          />
        ) : null}
      </Card>
      <ComparisonCard networks={networks ?? []} />
    </>
  )
}

/** When the last comparison of all SIMs ended; null if none has, undefined while that loads. */
function useLastCompared(): string | null | undefined {
  const { data } = useQuery(comparisonsQuery)
  if (!data) return undefined
  const finishedAt = data.comparisons.find((one) => one.finishedAt !== null)?.finishedAt
  return finishedAt ? formatMinute(finishedAt) : null
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
