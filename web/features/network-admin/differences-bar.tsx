import { useTranslation } from 'react-i18next'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Tip } from '#web/ui/tip.tsx'
import styles from './differences.module.css'
import { WAY_ICONS } from './drift-ways.ts'
import type { DriftGoal, NetworkData } from './networks.api.ts'

export type DriftCounts = NetworkData['driftKinds']

/** Numbers of differences by what differs, of one network or of all; undefined while the networks load. */
export function driftCounts(networks: readonly NetworkData[], networkId: string | undefined): DriftCounts | undefined {
  if (networks.length === 0) return undefined
  const filtered = networks.filter((network) => networkId === undefined || network.networkId === networkId)
  const countOf = (kind: DriftKind): number => filtered.reduce((sum, { driftKinds }) => sum + driftKinds[kind], 0)
  return { state: countOf('state'), profile: countOf('profile'), device: countOf('device') }
}

/** @param kind undefined: of all kinds */
export const countOfKind = (counts: DriftCounts, kind: DriftKind | undefined): number =>
  kind ? counts[kind] : DRIFT_KINDS.reduce((sum, one) => sum + counts[one], 0)

/** Selected differences: some by their ICC, or all that match the filter, loaded or not. */
export type DriftSelection = { readonly kind: 'all' } | { readonly kind: 'some'; readonly iccs: ReadonlySet<string> }

export const NOTHING_CHOSEN: DriftSelection = { kind: 'some', iccs: new Set() }

export function selectedCount(chosen: DriftSelection, total: number): number {
  return chosen.kind === 'all' ? total : chosen.iccs.size
}

interface BarProps {
  readonly counts: DriftCounts | undefined
  readonly kind: DriftKind | undefined
  readonly chosen: DriftSelection
  /** that settle what is listed */
  readonly ways: readonly DriftGoal[]
  onKind(kind: DriftKind | undefined): void
  onChosen(chosen: DriftSelection): void
  onGoal(goal: DriftGoal): void
}

/** Over the list: what differs, or in its place the selection; at the right the ways out, which need one. */
export function DifferencesBar({ counts, kind, chosen, ways, onKind, onChosen, onGoal }: BarProps) {
  const { t } = useTranslation()
  const total = counts ? countOfKind(counts, kind) : 0
  const count = selectedCount(chosen, total)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('networks.differences.title')}>
      <div className={styles.choice}>
        <span className="medium tabular-numbers" role="status">
          {count > 0 ? t('networks.differences.chosen', { count }) : null}
        </span>
        {count === 0 ? <DifferenceChips counts={counts} kind={kind} onKind={onKind} /> : null}
        {count > 0 && count < total ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen({ kind: 'all' })}>
            {t('networks.differences.everything', { count: total })}
          </Button>
        ) : null}
        {count > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen(NOTHING_CHOSEN)}>
            {t('networks.differences.nothing')}
          </Button>
        ) : null}
      </div>
      {ways.map((way) => (
        <WayButton key={way} way={way} isPossible={count > 0} onGoal={onGoal} />
      ))}
    </div>
  )
}

type ChipsProps = Pick<BarProps, 'counts' | 'kind' | 'onKind'>

/** What differs, of how many SIMs: each kind filters the list. */
function DifferenceChips({ counts, kind, onKind }: ChipsProps) {
  const { t } = useTranslation()
  const kinds = DRIFT_KINDS.filter((one) => one === kind || (counts && counts[one] > 0))
  return (
    <Chips label={t('networks.differences.kinds')}>
      <Chip isOn={kind === undefined} count={counts && countOfKind(counts, undefined)} onClick={() => onKind(undefined)}>
        {t('networks.differences.kind.all')}
      </Chip>
      {kinds.map((one) => (
        <Chip key={one} isOn={kind === one} count={counts?.[one]} onClick={() => onKind(kind === one ? undefined : one)}>
          {t(`networks.differences.kind.${one}`)}
        </Chip>
      ))}
    </Chips>
  )
}

interface WayProps extends Pick<BarProps, 'onGoal'> {
  readonly way: DriftGoal
  readonly isPossible: boolean
}

function WayButton({ way, isPossible, onGoal }: WayProps) {
  const { t } = useTranslation()
  const Icon = WAY_ICONS[way]
  return (
    <Tip text={isPossible ? undefined : t('networks.differences.noneChosen')}>
      <Button size="sm" blocked={!isPossible} aria-haspopup="dialog" onClick={() => onGoal(way)}>
        <Icon className="icon icon-14" aria-hidden="true" />
        {t(`networks.differences.way.${way}`)}
      </Button>
    </Tip>
  )
}
