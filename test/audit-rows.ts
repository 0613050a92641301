import type { Portal } from './portal.ts'

/** The audit rows of one action, in order. */
export const auditRows = ({ db }: Pick<Portal, 'db'>, action: string) =>
  db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('audit_id').execute()
