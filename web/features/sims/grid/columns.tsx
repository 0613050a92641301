import type { ReactNode } from 'react'
import type { SimColumn } from '#contract/sims/sim-words.ts'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import type { ColumnState } from '#domain/table-state.ts'
import { compareTagNames, tagNamesIn } from '#domain/tags.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { formatDate, formatMb, formatNumber, formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { Icc } from '#web/ui/icc.tsx'
import { LastSeen } from '#web/ui/last-seen.tsx'
import { FirstTags } from '#web/ui/tag-chip.tsx'
import meterStyles from '#web/ui/usage-bar.module.css'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import type { SimRow } from '../sims.api.ts'
import type { CellContext } from './cell-context.tsx'
import styles from './grid.module.css'

export interface GridColumn {
  readonly id: SimColumn
  readonly width: number
  /** not shown by default */
  readonly isExtra?: boolean
  readonly pinned?: boolean
  /** right-aligned */
  readonly isNumber?: boolean
  readonly cell: (row: SimRow, context: CellContext) => ReactNode
}

const DASH = <span className="text-tertiary">—</span>
/** In its own element, so that an overflowing text ends in an ellipsis. */
const text = (value: string | null | undefined): ReactNode => (value ? <span>{value}</span> : DASH)
const digits = (value: string): ReactNode => (value ? <span className="tabular-numbers">{value}</span> : DASH)
/** Zero is dimmed, so that usage stands out. */
const amount = (value: number, shown: string): ReactNode =>
  value === 0 ? <span className="text-tertiary">{shown}</span> : shown
const megabytes = (mb: number): ReactNode => amount(mb, formatUsedMb(mb))
const messages = (count: number): ReactNode => amount(count, formatNumber(count))
const minutes = (seconds: number): ReactNode => amount(seconds, `${formatNumber(Math.ceil(seconds / 60))}\u00a0min`)

function usageCell(row: SimRow): ReactNode {
  const percent = consumptionPercent(row.consumptionMonthlyData, row.planMb)
  return (
    <span className={meterStyles.use}>
      <b>{megabytes(row.consumptionMonthlyData)}</b>
      <UsageBar percent={percent} tone={usageTone(percent)} />
    </span>
  )
}

function iccCell({ icc }: SimRow, { copyLabel, menuLabel }: CellContext): ReactNode {
  return (
    <>
      <a className="medium" href={`/sims?sim=${icc}`} tabIndex={-1}>
        <Icc value={icc} />
      </a>
      <button type="button" className={styles.copy} tabIndex={-1} aria-label={copyLabel} data-copy={icc} />
      <button
        type="button"
        className={styles.menu}
        tabIndex={-1}
        aria-label={menuLabel}
        aria-haspopup="dialog"
        data-menu={icc}
      />
    </>
  )
}

/** Without a threshold there is usage but no percent. */
function percentCell(row: SimRow): ReactNode {
  if (row.planMb === 0) return DASH
  const percent = consumptionPercent(row.consumptionMonthlyData, row.planMb)
  return amount(percent, formatPercent(percent))
}

const TAGS_WIDTH = 220
const CELL_PADDING = 16

function tagsCell({ tags, companyId }: SimRow, { tagColour }: CellContext): ReactNode {
  if (tags === '') return DASH
  const shown = tagNamesIn(tags)
    .sort(compareTagNames)
    .map((name) => ({ name, colour: tagColour(name, companyId) }))
  return <FirstTags tags={shown} px={TAGS_WIDTH - CELL_PADDING} />
}

/**
 * Every column of the list: the SIM's own properties and the derived percent, in their default order. Whose a SIM is, how it is, when it
 * was last seen and what it used fit beside each other at 1280 px; with the plan and its percent, at 1920 px beside an open SIM.
 */
export const GRID_COLUMNS: readonly GridColumn[] = [
  { id: 'icc', width: 240, pinned: true, cell: iccCell },
  {
    id: 'customField1',
    width: 134,
    cell: (row, { noLabel }) => (row.customField1 ? text(row.customField1) : <span className="text-tertiary">{noLabel}</span>),
  },
  { id: 'companyId', width: 188, cell: (row, { names }) => text(names.company(row.companyId)) },
  { id: 'simAdministrativeStatusId', width: 172, cell: (row, { status }) => status(row.simAdministrativeStatusId) },
  { id: 'gprsStatus', width: 122, cell: (row, { session }) => session(row.gprsStatus) },
  { id: 'lastSeen', width: 108, cell: (row) => <LastSeen at={row.lastSeen} status={row.simAdministrativeStatusId} /> },
  { id: 'consumptionMonthlyData', width: 180, isNumber: true, cell: usageCell },
  { id: 'planCode', width: 160, cell: (row, { names }) => <span className="text-secondary">{names.plan(row.planCode)}</span> },
  { id: 'percent', width: 108, isNumber: true, cell: percentCell },
  { id: 'imei', width: 168, cell: (row) => digits(formatImei(row.imei)) },
  { id: 'msisdn', width: 152, cell: (row) => digits(formatMsisdn(row.msisdn)) },
  { id: 'ip', width: 124, cell: (row) => digits(row.ip ?? '') },
  {
    id: 'activationDate',
    width: 124,
    cell: (row) => (row.activationDate ? <span className="tabular-numbers">{formatDate(row.activationDate)}</span> : DASH),
  },
  { id: 'device', width: 168, isExtra: true, cell: (row) => text(row.device) },
  { id: 'apnId', width: 152, isExtra: true, cell: (row, { names }) => text(names.apn(row.apnId)) },
  { id: 'providerId', width: 112, isExtra: true, cell: (row, { names }) => text(names.provider(row.providerId)) },
  { id: 'simTypeId', width: 112, isExtra: true, cell: (row, { names }) => text(names.simType(row.simTypeId)) },
  { id: 'currentNetwork', width: 124, isExtra: true, cell: (row) => text(row.currentNetwork) },
  { id: 'group', width: 180, isExtra: true, cell: ({ group }) => text(group) },
  { id: 'ruleGroups', width: 180, isExtra: true, cell: ({ ruleGroups }) => text(ruleGroups) },
  { id: 'tags', width: TAGS_WIDTH, isExtra: true, cell: tagsCell },
  { id: 'customField2', width: 152, isExtra: true, cell: (row) => text(row.customField2) },
  { id: 'consumptionDailyData', width: 112, isExtra: true, isNumber: true, cell: (row) => megabytes(row.consumptionDailyData) },
  {
    id: 'consumptionMonthlyVoice',
    width: 116,
    isExtra: true,
    isNumber: true,
    cell: (row) => minutes(row.consumptionMonthlyVoice),
  },
  { id: 'consumptionDailyVoice', width: 112, isExtra: true, isNumber: true, cell: (row) => minutes(row.consumptionDailyVoice) },
  {
    id: 'consumptionMonthlySms',
    width: 116,
    isExtra: true,
    isNumber: true,
    cell: (row) => messages(row.consumptionMonthlySms),
  },
  { id: 'consumptionDailySms', width: 112, isExtra: true, isNumber: true, cell: (row) => messages(row.consumptionDailySms) },
  { id: 'planMb', width: 152, isExtra: true, isNumber: true, cell: (row) => (row.planMb === 0 ? DASH : formatMb(row.planMb)) },
]

const COLUMN_BY_ID: ReadonlyMap<string, GridColumn> = new Map(GRID_COLUMNS.map((column) => [column.id, column]))

/** The columns as they are until the reader changes them. A company's name says something where there are several. */
export const defaultColumns = (hasCompanies: boolean): ColumnState[] =>
  GRID_COLUMNS.map(({ id, width, isExtra = false, pinned = false }) => ({
    id,
    width,
    hidden: isExtra || (id === 'companyId' && !hasCompanies),
    pinned,
  }))

/** The shown columns, in order. */
export function shownColumns(state: readonly ColumnState[]): GridColumn[] {
  return state.flatMap((column) => {
    const known = COLUMN_BY_ID.get(column.id)
    return known && !column.hidden ? [known] : []
  })
}
