import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery, holds, useSession } from '#web/lib/session.ts'

/** Opens the portal's own support chat over the page, as links in mails do. */
export const SUPPORT_CHAT = { to: '.', search: true, hash: 'support', replace: true, resetScroll: false } as const

/** Whether the reader can ask in it: not administrators, who answer there, nor where another provider's chat stands in for it. */
export function useHasSupportChat(): boolean {
  const session = useSession()
  const { data: config } = useQuery(clientConfigQuery)
  return config !== undefined && !config.supportChatUrl && session.viewedBy === '' && !holds(session, 'admin')
}
