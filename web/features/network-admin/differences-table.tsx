import { IconEqualNot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { NETWORK_STATE_WORDS } from '#contract/network-admin/network-messages.ts'
import { formatImei } from '#domain/identifiers.ts'
import { type DriftKind, driftKind, NO_LOCK } from '#domain/network-alignment.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { SimStatus, STATUS_STYLE, Status, type StatusStyle } from '#web/ui/status.tsx'
import { Table, type TableColumn, TwoLines } from '#web/ui/table.tsx'
import styles from './differences.module.css'
import type { DriftSelection } from './drift-selection.ts'
import { WAY_ICONS, WAYS_OF } from './drift-ways.ts'
import type { DriftGoal, DriftRow } from './networks.api.ts'
import { useComparisons } from './start-comparison.tsx'

interface RowsProps {
  readonly rows: readonly DriftRow[] | undefined
  readonly chosen: DriftSelection
  onChosen(chosen: DriftSelection): void
}

interface DifferencesTableProps extends RowsProps {
  /** that all of them have: it is not named in each */
  readonly kind: DriftKind | undefined
  /** asks to settle one */
  onSettle(goal: DriftGoal, icc: string): void
}

/** The loaded differences, each selectable and with its ways out. */
export function DifferencesTable({ kind, onSettle, ...selection }: DifferencesTableProps) {
  const { t } = useTranslation()
  const { last } = useComparisons()
  const tick = useCheckboxColumn(selection)
  const note: TableColumn<DriftRow> = {
    id: 'note',
    head: t('networks.differences.note'),
    className: styles.note,
    title: ({ problemText }) => problemText,
    cell: (row) => <Note row={row} />,
  }
  const columns: TableColumn<DriftRow>[] = [
    tick,
    {
      id: 'icc',
      head: t('networks.differences.icc'),
      className: styles.sim,
      isRowHead: true,
      cell: (row) => <TwoLines first={<SimLink icc={row.icc} />} second={row.companyName} />,
    },
    {
      id: 'change',
      head: <Sides ours={t('networks.differences.ours')} theirs={t('networks.differences.theirs')} />,
      className: styles.change,
      cell: (row) => <Change row={row} isKindNamed={kind === undefined} />,
    },
    {
      id: 'network',
      head: t('networks.differences.network'),
      className: styles.carrier,
      cell: ({ networkName, foundAt }) => (
        <TwoLines first={networkName} second={isFoundApart(foundAt, last) ? <Ago at={foundAt} /> : null} />
      ),
    },
    ...(selection.rows?.some(hasNote) ? [note] : []),
    {
      id: 'ways',
      head: <span className="visually-hidden">{t('networks.differences.ways')}</span>,
      className: styles.act,
      cell: (row) => <Ways row={row} onSettle={onSettle} />,
    },
  ]
  return (
    <Table
      label={t('networks.differences.title')}
      className={styles.list}
      rows={selection.rows}
      rowKey={({ icc, foundAt }) => `${icc} ${foundAt}`}
      columns={columns}
    />
  )
}

/** The checkboxes: one for each row, and one in the head for all loaded ones. */
function useCheckboxColumn({ rows, chosen, onChosen }: RowsProps): TableColumn<DriftRow> {
  const { t } = useTranslation()
  const iccs = (rows ?? []).map(({ icc }) => icc)
  const has = (icc: string): boolean => chosen.kind === 'all' || chosen.iccs.has(icc)
  const toggle = (icc: string) => {
    const next = new Set(chosen.kind === 'all' ? iccs : chosen.iccs)
    if (!next.delete(icc)) next.add(icc)
    onChosen({ kind: 'some', iccs: next })
  }
  const isFull = iccs.length > 0 && iccs.every(has)
  const all = (
    <Checkbox
      aria-label={t('networks.differences.chooseAll')}
      checked={isFull}
      mixed={!isFull && iccs.some(has)}
      onChange={() => onChosen({ kind: 'some', iccs: new Set(isFull ? [] : iccs) })}
    />
  )
  return {
    id: 'choose',
    head: all,
    className: styles.tick,
    cell: ({ icc }) => (
      <Checkbox aria-label={t('networks.differences.choose', { icc })} checked={has(icc)} onChange={() => toggle(icc)} />
    ),
  }
}

const SimLink = ({ icc }: { icc: string }) => (
  <Link to="/sims/$icc" params={{ icc }}>
    <Icc value={icc} />
  </Link>
)

/** As the portal marks its own status of that meaning: a moon is what it hibernated, not what a network suspended. */
const STATE_STYLE: Readonly<Record<NetworkSimState, StatusStyle>> = {
  inactive: STATUS_STYLE.readyToUse,
  active: STATUS_STYLE.active,
  data_cut: STATUS_STYLE.deactivatedByAlarm,
  suspended: STATUS_STYLE.suspended,
  terminated: STATUS_STYLE.terminated,
}

const isState = (name: string): name is NetworkSimState => Object.hasOwn(STATE_STYLE, name)

function NetworkState({ state }: { state: string }) {
  if (isState(state)) return <Status {...STATE_STYLE[state]}>{sentence(NETWORK_STATE_WORDS[state])}</Status>
  return state === 'unrecognised' ? sentence(NETWORK_STATE_WORDS.unrecognised) : state
}

/** In the head and in each row, so that a side stands below its name. */
const Sides = ({ ours, theirs }: { ours: ReactNode; theirs: ReactNode }) => (
  <span className={styles.sides}>
    <span>{ours}</span>
    <IconEqualNot className="icon" aria-hidden="true" />
    <span>{theirs}</span>
  </span>
)

/** Whether it was not the last comparison that found a difference; that one's age is in the head of the list. */
function isFoundApart(foundAt: string, last: ComparisonData | null | undefined): boolean {
  if (!last) return last === null
  const { startedAt, finishedAt } = last
  return foundAt < startedAt || (finishedAt !== null && foundAt > finishedAt)
}

/** What the portal has, then what the network has; below, what that is. */
function Change({ row, isKindNamed }: { row: DriftRow; isKindNamed: boolean }) {
  const { t } = useTranslation()
  const kind = driftKind(row.problem)
  const isOfState = kind === 'state'
  return (
    <TwoLines
      first={
        <Sides
          ours={
            <Side label={t('networks.differences.ours')}>
              {isOfState ? <SimStatus status={row.administrativeStatusId} /> : <Value value={row.portalValue} />}
            </Side>
          }
          theirs={
            <Side label={t('networks.differences.theirs')}>
              {isOfState ? <NetworkState state={row.networkState} /> : <Value value={row.networkValue} />}
            </Side>
          }
        />
      }
      second={isKindNamed ? t(`networks.differences.kind.${kind}`) : null}
    />
  )
}

/** What a side has of a profile or of a lock: an IMEI in groups as elsewhere. */
function Value({ value }: { value: string }) {
  const { t } = useTranslation()
  if (value === NO_LOCK) return t('networks.differences.noLock')
  return /^\d{15}$/.test(value) ? formatImei(value) : value
}

const Side = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="tabular-numbers">
    <span className={styles.side}>{label}: </span>
    {children}
  </span>
)

/** Whether one is being settled, or its last attempt came to nothing. What differs beside the state stands in its own column. */
const hasNote = ({ goal, problem, problemText }: DriftRow): boolean =>
  goal !== '' || (problemText !== '' && driftKind(problem) === 'state')

/** What is being done, or why the last attempt came to nothing. */
function Note({ row }: { row: DriftRow }) {
  const { t } = useTranslation()
  if (!hasNote(row)) return null
  if (row.goal === '') return <span className="text-stop">{row.problemText}</span>
  return <span className="text-ready">{t(`networks.differences.${row.goal === 'adopt' ? 'adopting' : 'pushing'}`)}</span>
}

/** Buttons for what is not being settled already. */
function Ways({ row: { icc, goal, problem }, onSettle }: Pick<DifferencesTableProps, 'onSettle'> & { readonly row: DriftRow }) {
  const { t } = useTranslation()
  if (goal !== '') return null
  return (
    <span className={styles.ways}>
      {WAYS_OF[driftKind(problem)].map((way) => {
        const Icon = WAY_ICONS[way]
        const text = t(`networks.differences.way.${way}`)
        return (
          <Button
            key={way}
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            aria-label={`${text}: ${icc}`}
            onClick={() => onSettle(way, icc)}
          >
            <Icon className="icon icon-14" aria-hidden="true" />
            {text}
          </Button>
        )
      })}
    </span>
  )
}
