import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { holds, useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** Cards of SIMs at their names, for those who may see SIMs. Their code loads once the page is idle; without it names have no cards. */
export function HoverCards() {
  const session = useSession()
  const [Cards, setCards] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() =>
        loadChunk(() => import('../shared/sims/sim-hover-card.tsx')).then(
          ({ SimHoverCards }) => setCards(() => SimHoverCards),
          (error: unknown) => console.error(error),
        ),
      ),
    [],
  )
  return Cards && holds(session, 'sims') ? <Cards /> : null
}
