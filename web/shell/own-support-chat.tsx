import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientConfigQuery, useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { later } from '../ui/later.tsx'

const SupportLauncher = later(() => import('../features/support/support-launcher.tsx').then((module) => module.SupportLauncher))

/**
 * The portal's own support chat: its code is asked for on every start, once the page has nothing else to do. Another provider's script
 * takes its place (lib/support-chat.ts), and whoever looks at the portal as somebody else writes for nobody.
 */
export function OwnSupportChat() {
  const { viewedBy } = useSession()
  const { data: config } = useQuery(clientConfigQuery)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (viewedBy !== '' || !config || config.supportChatUrl) return null
  return <SupportLauncher asked={isIdle ? 1 : 0} />
}
