import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { holds, useSession } from '../lib/session.ts'

/**
 * Cards of SIMs at their names, for those who may see SIMs. Their code and what it shares with other screens are 80 kB, so they load
 * with the first movement of a mouse or the first key: a finger never opens a card. Without the code names have none.
 */
export function HoverCards() {
  const canSee = holds(useSession(), 'sims')
  const [Cards, setCards] = useState<ComponentType>()
  useEffect(() => {
    if (!canSee) return
    return onFirstUse(() =>
      loadChunk(() => import('../shared/sims/sim-hover-card.tsx')).then(
        ({ SimHoverCards }) => setCards(() => SimHoverCards),
        (error: unknown) => console.error(error),
      ),
    )
  }, [canSee])
  return Cards && canSee ? <Cards /> : null
}

/**
 * Runs work once, when a mouse or a key is used for the first time.
 * @returns cancels it
 */
function onFirstUse(work: () => void): () => void {
  const used = new AbortController()
  const use = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch') return
    used.abort()
    work()
  }
  for (const name of ['pointermove', 'keydown']) document.addEventListener(name, use, { signal: used.signal, capture: true })
  return () => used.abort()
}
