import { useSyncExternalStore } from 'react'

/** Below this the list is cards and a SIM fills the screen. */
export const PHONE = '(max-width: 639px)'
/** What is pressed with a finger. */
export const TOUCH = '(pointer: coarse)'
/** From this on a SIM is docked beside the list. */
export const DOCKED = '(min-width: 1280px)'

/** Whether a media query holds; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
