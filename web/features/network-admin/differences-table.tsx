import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NETWORK_STATE_WORDS } from '#contract/network-admin/network-messages.ts'
import { STATUS_OF_STATE } from '#domain/network-alignment.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { SimStatus, STATUS_STYLE, Status } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './differences.module.css'
import type { DriftSelection } from './differences-bar.tsx'
import type { DriftRow } from './networks.api.ts'

interface DifferencesTableProps {
  readonly rows: readonly DriftRow[] | undefined
  readonly chosen: DriftSelection
  onChosen(chosen: DriftSelection): void
}

const isState = (name: string): name is keyof typeof NETWORK_STATE_WORDS => Object.hasOwn(NETWORK_STATE_WORDS, name)

/** The loaded differences, each selectable. */
export function DifferencesTable({ rows, chosen, onChosen }: DifferencesTableProps) {
  const { t } = useTranslation()
  const tick = useCheckboxColumn({ rows, chosen, onChosen })
  return (
    <Table
      label={t('networks.differences.title')}
      className={styles.list}
      rows={rows}
      rowKey={({ icc, foundAt }) => `${icc} ${foundAt}`}
      columns={[tick, ...FACTS.map((column) => ({ ...column, head: t(`networks.differences.${column.id}`) }))]}
    />
  )
}

/** The checkboxes: one for each row, and one in the head for all loaded ones. */
function useCheckboxColumn({ rows, chosen, onChosen }: DifferencesTableProps): TableColumn<DriftRow> {
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

/** Columns of each row. */
const FACTS = [
  { id: 'icc', className: styles.iccColumn, isRowHead: true, cell: (row: DriftRow) => <Sim row={row} /> },
  {
    id: 'company',
    className: 'hide-on-phone text-secondary',
    title: (row: DriftRow) => row.companyName,
    cell: (row: DriftRow) => row.companyName,
  },
  { id: 'ours', className: styles.says, cell: (row: DriftRow) => <PortalSays row={row} /> },
  { id: 'theirs', className: styles.says, cell: (row: DriftRow) => <NetworkSays row={row} /> },
  { id: 'since', className: `${styles.when} hide-on-phone text-secondary`, cell: (row: DriftRow) => formatMinute(row.foundAt) },
  {
    id: 'note',
    className: `${styles.note} hide-on-phone`,
    title: (row: DriftRow) => row.problemText,
    cell: (row: DriftRow) => <Note row={row} />,
  },
] as const

function Sim({ row: { icc } }: { row: DriftRow }) {
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}

/** On a phone, which has no column heads, it names its source. */
function PortalSays({ row: { administrativeStatusId } }: { row: DriftRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={`${styles.labelOnPhone} text-tertiary text-small`}>{t('networks.differences.ours')}</span>
      <SimStatus status={administrativeStatusId} />
    </>
  )
}

function NetworkState({ state }: { state: string }) {
  if (!isState(state)) return state
  const word = sentence(NETWORK_STATE_WORDS[state])
  const status = state === 'unrecognised' ? undefined : administrativeStatusName(STATUS_OF_STATE[state])
  return status ? <Status {...STATUS_STYLE[status]}>{word}</Status> : word
}

/** On a phone, which has no column for the situation, it is below. */
function NetworkSays({ row }: { row: DriftRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={`${styles.labelOnPhone} text-tertiary text-small`}>{t('networks.differences.theirs')}</span>
      <span className={styles.netSays}>
        <NetworkState state={row.networkState} />
        <span className="text-tertiary text-small ellipsis">{row.networkName}</span>
      </span>
      <span className={`${styles.noteOnPhone} text-small`}>
        <Note row={row} />
      </span>
    </>
  )
}

function Note({ row: { goal, problemText } }: { row: DriftRow }) {
  const { t } = useTranslation()
  if (goal !== '')
    return <span className="text-ready">{t(`networks.differences.${goal === 'adopt' ? 'adopting' : 'pushing'}`)}</span>
  if (problemText !== '') return <span className="text-stop">{problemText}</span>
  return <span className="text-tertiary">{t('networks.differences.open')}</span>
}
