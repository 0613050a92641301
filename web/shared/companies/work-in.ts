import { useMutation } from '@tanstack/react-query'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { keepRecentCompany, type RecentCompany } from '#web/lib/recent-companies.ts'
import { useSession } from '#web/lib/session.ts'
import { workIn } from '#web/lib/working-company.ts'

/** Whether the user can work in a company: not in the one where they are. */
export const mayWorkIn = ({ worksIn, clientId }: Pick<SessionData, 'worksIn' | 'clientId'>, companyId: number): boolean =>
  worksIn !== 'only' && clientId !== companyId

/** Works in a company and those below it, or (null) in all again. */
export function useWorkIn(options: { readonly toastsError?: boolean } = {}) {
  const session = useSession()
  return useMutation({
    meta: options,
    mutationFn: async (company: RecentCompany | null) => {
      await workIn(company?.id ?? null)
      if (company) keepRecentCompany(session, company)
    },
  })
}
