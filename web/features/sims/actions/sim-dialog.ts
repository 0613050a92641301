import { useSyncExternalStore } from 'react'
import type { ActionName } from './action-look.ts'

/** What can be open for one SIM: its option menu, its details, or the dialog of one action. */
export type SimDialogName = 'menu' | 'details' | ActionName

export interface OpenDialog {
  readonly icc: string
  readonly name: SimDialogName
}

let shown: OpenDialog | undefined
/** what had the focus before the first dialog, and has it again after the last */
let origin: Element | null = null
const listeners = new Set<() => void>()

function change(next: OpenDialog | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function giveFocusBack(): void {
  const place = origin
  origin = null
  // only when the dialog has gone can anything outside of it hold the focus
  requestAnimationFrame(() => {
    if (!shown && place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
  })
}

/** The one dialog that is open for a SIM. Opening another takes its place; closing gives the focus back to where it all began. */
export const simDialog = {
  open(icc: string, name: SimDialogName): void {
    if (!shown) origin = document.activeElement
    change({ icc, name })
  },
  close(): void {
    if (!shown) return
    change(undefined)
    giveFocusBack()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): OpenDialog | undefined => shown,
}

export function useSimDialog(): OpenDialog | undefined {
  return useSyncExternalStore(simDialog.subscribe, simDialog.get)
}
