import type { OperationKind } from '#domain/eligibility.ts'
import { holds, useSession } from '#web/lib/session.ts'

/** Whether the user may start operations of a kind, whatever the SIMs (specification section 4). */
export function useMayDo(): (kind: OperationKind) => boolean {
  const session = useSession()
  return (kind) => {
    if (kind === 'hibernate' || kind === 'reactivate') return session.canHibernate === '1'
    if (kind === 'plan') return holds(session, 'plans')
    return kind !== 'restoreData' || holds(session, 'alarmas')
  }
}
