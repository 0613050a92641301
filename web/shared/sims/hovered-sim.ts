import { useEffect, useState } from 'react'

/** Links to a SIM's page, and its names in buttons. */
const NAMES = 'a[href^="/sims/8"], [data-sim]'
const ICC = /^\d{18,20}$/

/** How long the pointer or the focus rests on a name before its card opens, and how long it may be away on its way to the card; ms. */
const OPEN_MS = 300
const CLOSE_MS = 200

export interface HoveredSim {
  readonly icc: string
  /** the name that the card is about */
  readonly name: HTMLElement
}

function iccOf(name: HTMLElement): string | undefined {
  const { sim } = name.dataset
  const icc = sim ?? new URL((name as HTMLAnchorElement).href).pathname.split('/').at(-1) ?? ''
  // what is open is not shown twice
  return ICC.test(icc) && !location.href.includes(icc) ? icc : undefined
}

function simAt(target: EventTarget | null): HoveredSim | undefined {
  const name = target instanceof Element ? target.closest<HTMLElement>(NAMES) : null
  const icc = name && iccOf(name)
  return name && icc ? { name, icc } : undefined
}

/** The SIM whose name the mouse or the keyboard's focus rests on. @param cardId id of the card, on which the pointer may rest, too */
export function useHoveredSim(cardId: string): [HoveredSim | undefined, () => void] {
  const [hovered, setHovered] = useState<HoveredSim>()
  useEffect(() => {
    let timer: number | undefined
    let shown: HoveredSim | undefined
    const set = (next: HoveredSim | undefined, delayMs: number) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        shown = next
        setHovered(next)
      }, delayMs)
    }
    const onCard = (target: EventTarget | null) =>
      target instanceof Element && target.closest(`#${CSS.escape(cardId)}`) !== null
    const over = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons > 0) return
      const next = simAt(target)
      if (onCard(target) || (next && next.name === shown?.name)) clearTimeout(timer)
      else if (next) set(next, OPEN_MS)
      else set(undefined, CLOSE_MS)
    }
    const focused = ({ target }: FocusEvent) => {
      const next = target instanceof Element && target.matches(':focus-visible') ? simAt(target) : undefined
      set(next, next ? OPEN_MS : CLOSE_MS)
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !shown) return
      // one layer at a time
      event.stopPropagation()
      set(undefined, 0)
    }
    const gone = () => set(undefined, 0)
    // the focus scrolls to a name before its card opens
    const scrolled = () => shown && set(undefined, 0)
    // this code loads late: the focus or the pointer may be on a name already
    const [already] = [':focus-visible', 'a:hover, [data-sim]:hover'].flatMap((at) => simAt(document.querySelector(at)) ?? [])
    if (already && matchMedia('(hover: hover)').matches) set(already, OPEN_MS)
    const end = new AbortController()
    const { signal } = end
    document.addEventListener('pointerover', over, { signal })
    document.addEventListener('focusin', focused, { signal })
    document.addEventListener('focusout', gone, { signal })
    document.addEventListener('pointerdown', gone, { signal })
    // before the layers below
    window.addEventListener('keydown', pressed, { capture: true, signal })
    window.addEventListener('scroll', scrolled, { capture: true, passive: true, signal })
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [cardId])
  return [hovered, () => setHovered(undefined)]
}
