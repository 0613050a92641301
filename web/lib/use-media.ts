import { useSyncExternalStore } from 'react'

/** Below this width the list shows cards and what is open of it is full screen. */
export const PHONE = '(max-width: 639px)'
/** Touch input. */
export const TOUCH = '(pointer: coarse)'
/** Tablets: a list has no room for all of its columns, and shows no cards yet. */
export const TABLET = '(min-width: 640px) and (max-width: 991px)'
/** From this width on what is open of a list is docked beside it. */
export const DOCKED = '(min-width: 1280px)'
/** From this width on columns have more room than their texts need. */
export const WIDE = '(min-width: 1600px)'
/** With a panel docked beside it, a list has no room for all of its columns. */
export const TIGHT_BESIDE = '(min-width: 1280px) and (max-width: 1679px)'

/** Whether a media query matches; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
