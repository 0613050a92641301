import { groupNeighbours } from '#web/lib/group-neighbours.ts'
import type { AuditRow } from './audit.api.ts'

/** A row of the page: an entry, with those that say the same, or of what else its user saw of a company within the minute. */
export interface GroupedEntry extends AuditRow {
  /** newest first */
  readonly others: readonly AuditRow[]
}

const VIEWED = 'data.read'
const MINUTE = '2026-11-25T11:28'.length

const haveSame = (a: AuditRow, b: AuditRow, names: readonly (keyof AuditRow)[]): boolean =>
  names.every((name) => a[name] === b[name])

/** Whether a user did the same once more within the minute. Views differ in what was seen: a page shows many kinds of data at once. */
const isRepeated = (a: AuditRow, b: AuditRow): boolean =>
  haveSame(a, b, ['actor', 'address', 'action']) &&
  a.at.slice(0, MINUTE) === b.at.slice(0, MINUTE) &&
  (a.action === VIEWED || haveSame(a, b, ['companyName', 'entity', 'entityId', 'before', 'after']))

/** Consecutive entries that say the same are one row; so are the views of a minute, one row for each company. */
export function auditEntries(rows: readonly AuditRow[]): GroupedEntry[] {
  const runs = groupNeighbours(rows, isRepeated)
  const ofOneCompany = runs.flatMap((run) => [
    ...Map.groupBy(run, ({ companyName, entityId }) => `${companyName} ${entityId}`).values(),
  ])
  return ofOneCompany.flatMap(([first, ...others]) => (first ? { ...first, others } : []))
}

/** The kinds of data that were viewed; none where something was done. */
export const kindsSeen = ({ action, entity, others }: GroupedEntry): string[] =>
  action === VIEWED ? [...new Set([entity, ...others.map((other) => other.entity)])] : []

/** How often the same was done; 1 for views of several kinds of data, which are counted by these. */
export const timesOf = ({ action, others }: GroupedEntry): number => (action === VIEWED ? 1 : others.length + 1)
