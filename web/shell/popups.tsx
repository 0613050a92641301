import { useState } from 'react'
import { useSession } from '../lib/session.ts'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'

const NO_POPUP = '0'

const PopupDialog = lazyOnDemand(() => import('./popup-dialog.tsx').then((module) => module.PopupDialog))

/** Shows the popups that the user info flags, one after the other. */
export function Popups() {
  const { popup1, popup2 } = useSession()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const name = [popup1, popup2].find((flag) => flag !== NO_POPUP && !dismissed.includes(flag))
  if (!name) return null
  return <PopupDialog key={name} requests={1} name={name} onSeen={() => setDismissed([...dismissed, name])} />
}
