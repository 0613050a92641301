import { useSession } from '#web/lib/session.ts'

/** Whether the user may hibernate and reactivate (specification section 4). */
export function useMayHibernate(): boolean {
  return useSession().canHibernate === '1'
}
