import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { approximateDuration } from '#web/lib/approximate-duration.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import styles from './comparison.module.css'
import { comparisonSeconds } from './comparison-time.ts'
import { comparisonsQuery, type NetworkData, useStartComparison } from './networks.api.ts'

interface NetworksProps {
  readonly networks: readonly NetworkData[]
}

/** The comparison of all SIMs that is under way, and the last one that ended: null if none has, undefined while that loads. */
export function useComparisons() {
  const { data } = useQuery(comparisonsQuery)
  const running = data?.comparisons.find(({ finishedAt }) => finishedAt === null)
  const last: ComparisonData | null | undefined =
    data && (data.comparisons.find(({ finishedAt }) => finishedAt !== null) ?? null)
  return { running, last }
}

/** How long a comparison takes, as 'unos 12 minutos'; '' when that is not known. */
export function useComparisonTime(networks: readonly NetworkData[]): string {
  const { data } = useQuery(comparisonsQuery)
  const seconds = comparisonSeconds(networks, data?.comparisons)
  return seconds ? approximateDuration(seconds) : ''
}

/** The button that compares all SIMs, after a question: before the first comparison the main one of the tab. */
export function StartComparison({ networks }: NetworksProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { running, last } = useComparisons()
  const isFirst = last === null
  const sims = networks.reduce((sum, network) => sum + network.sims, 0)
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'default'}
        size="sm"
        blocked={last === undefined || running !== undefined}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {isFirst ? null : <IconArrowsDiff className="icon icon-14" aria-hidden="true" />}
        {isFirst ? t('networks.comparison.confirm', { count: sims }) : t('networks.comparison.again')}
      </Button>
      {isAsking ? <StartDialog networks={networks} sims={sims} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

interface DialogProps extends NetworksProps {
  readonly sims: number
  onClose(): void
}

function StartDialog({ networks, sims, onClose }: DialogProps) {
  const { t } = useTranslation()
  const time = useComparisonTime(networks)
  return (
    <ConfirmDialog
      title={t('networks.comparison.title')}
      button={t('networks.comparison.confirm', { count: sims })}
      busy={t('networks.comparison.starting')}
      variant="primary"
      focus="confirm"
      mutation={useStartComparison()}
      variables={undefined}
      onClose={onClose}
    >
      <p>{t('networks.comparison.what')}</p>
      <p className={`text-secondary ${styles.rate}`}>
        {time && t('networks.comparison.takes', { time })} {t('networks.comparison.rate')}
      </p>
    </ConfirmDialog>
  )
}
