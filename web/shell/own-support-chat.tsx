import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SupportButton, SupportLink } from '../features/support/support-button.tsx'
import { clientConfigQuery, holds, useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'

const SupportLauncher = lazyOnDemand(() =>
  import('../features/support/support-launcher.tsx').then((module) => module.SupportLauncher),
)

/**
 * The portal's own support chat: its code loads on every start, once the page is idle, or when it is pressed before. Another
 * provider's script replaces it (lib/support-chat.ts), and the portal view of an administrator has none.
 */
export function OwnSupportChat() {
  const session = useSession()
  const { data: config } = useQuery(clientConfigQuery)
  const [state, setState] = useState<'waiting' | 'idle' | 'pressed'>('waiting')
  useEffect(() => whenIdle(() => setState((before) => (before === 'waiting' ? 'idle' : before))), [])
  if (session.viewedBy !== '' || config?.supportChatUrl) return null
  const button = holds(session, 'admin') ? <SupportLink /> : <SupportButton onPress={() => setState('pressed')} />
  return <SupportLauncher wasPressed={state === 'pressed'} requests={config && state !== 'waiting' ? 1 : 0} fallback={button} />
}
