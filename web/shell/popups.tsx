import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'

const NO_POPUP = '0'

const PopupDialog = lazy(() =>
  loadChunk(() => import('./popup-dialog.tsx')).then((module) => ({ default: module.PopupDialog })),
)

/** Shows the popups that the user info flags, one after the other. */
export function Popups() {
  const { popup1, popup2 } = useSession()
  const [seen, setSeen] = useState<readonly string[]>([])
  const name = [popup1, popup2].find((flag) => flag !== NO_POPUP && !seen.includes(flag))
  if (!name) return null
  return (
    <Suspense>
      <PopupDialog key={name} name={name} onSeen={() => setSeen([...seen, name])} />
    </Suspense>
  )
}
