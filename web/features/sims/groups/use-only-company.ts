import { useSession } from '#web/lib/session.ts'

/** The user's company, where there is no other to choose. */
export function useOnlyCompany(): number | undefined {
  const { clientId, worksIn } = useSession()
  return worksIn === 'only' ? clientId : undefined
}
