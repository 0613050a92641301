import type { Portal } from './portal.ts'

/** What the audit log tells of one action, in the order in which it was done. */
export const auditRows = ({ db }: Pick<Portal, 'db'>, action: string) =>
  db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('audit_id').execute()
