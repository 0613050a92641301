import type { Portal } from './portal.ts'

type Which = Partial<Record<'action' | 'actor' | 'entity' | 'entity_id', string>>

/** The audit rows of one action, or of all that have these values, in order. */
export const auditRows = ({ db }: Pick<Portal, 'db'>, which: string | Which) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where((row) => row.and(typeof which === 'string' ? { action: which } : which))
    .orderBy('audit_id')
    .execute()
