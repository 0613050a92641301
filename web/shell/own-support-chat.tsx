import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientConfigQuery, useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'

const SupportLauncher = lazyOnDemand(() =>
  import('../features/support/support-launcher.tsx').then((module) => module.SupportLauncher),
)

/**
 * The portal's own support chat: its code loads on every start, once the page is idle. Another provider's script
 * replaces it (lib/support-chat.ts), and the portal view of an administrator has none.
 */
export function OwnSupportChat() {
  const { viewedBy } = useSession()
  const { data: config } = useQuery(clientConfigQuery)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (viewedBy !== '' || !config || config.supportChatUrl) return null
  return <SupportLauncher requests={isIdle ? 1 : 0} />
}
