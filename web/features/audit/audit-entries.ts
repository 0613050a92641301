import type { AuditRow } from './audit.api.ts'

/** A row of the page: an entry, or what one user saw of a company within a minute. */
export interface GroupedEntry extends AuditRow {
  /** the entries of what else was seen, newest first */
  readonly alsoSeen: readonly AuditRow[]
}

const MINUTE = '2026-11-25T11:28'.length

/** A person who opens the page of a company sees many kinds of its data at once, which are an entry each. */
const areSeenTogether = (a: AuditRow, b: AuditRow): boolean =>
  [a, b].every(({ action }) => action === 'data.read') &&
  (['actor', 'companyName', 'entityId', 'address'] as const).every((name) => a[name] === b[name]) &&
  a.at.slice(0, MINUTE) === b.at.slice(0, MINUTE)

/** Consecutive views of the same user, company and minute are one row. */
export function auditEntries(rows: readonly AuditRow[]): GroupedEntry[] {
  const entries: GroupedEntry[] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (last && areSeenTogether(last, row)) entries[entries.length - 1] = { ...last, alsoSeen: [...last.alsoSeen, row] }
    else entries.push({ ...row, alsoSeen: [] })
  }
  return entries
}
