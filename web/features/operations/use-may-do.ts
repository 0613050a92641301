import { mayStartOperation, type OperationKind, type PersonFacts } from '#domain/eligibility.ts'
import { useSession } from '#web/lib/session.ts'

/** The user's side of what may be done. */
export function usePersonFacts(): PersonFacts {
  const { canHibernate, admin, menu } = useSession()
  return { canHibernate: canHibernate === '1', isAdmin: admin === '1', permits: menu }
}

/** Whether the user may start operations of a kind. */
export function useMayDo(): (kind: OperationKind) => boolean {
  const person = usePersonFacts()
  return (kind) => mayStartOperation(kind, person)
}
