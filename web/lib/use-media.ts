import { useSyncExternalStore } from 'react'

/** Below this width the list shows cards and a SIM is full screen. */
export const PHONE = '(max-width: 639px)'
/** Touch input. */
export const TOUCH = '(pointer: coarse)'
/** From this width on a SIM is docked beside the list. */
export const DOCKED = '(min-width: 1280px)'

/** Whether a media query matches; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
