import { useSyncExternalStore } from 'react'
import type { ActionName } from './action-names.ts'

/** Dialogs of one SIM: its option menu, its details, or an action. */
export type SimDialogName = 'menu' | 'details' | ActionName

export interface OpenDialog {
  readonly icc: string
  readonly name: SimDialogName
}

let shown: OpenDialog | undefined
/** element that had the focus before the first dialog; it gets it back after the last */
let origin: Element | null = null
const listeners = new Set<() => void>()

function change(next: OpenDialog | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function returnFocus(): void {
  const place = origin
  origin = null
  // elements outside the dialog can get the focus only after it is removed
  requestAnimationFrame(() => {
    if (!shown && place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
  })
}

/** The one open dialog of a SIM. Opening another replaces it; closing returns the focus to the first opener. */
export const simDialog = {
  open(icc: string, name: SimDialogName): void {
    if (!shown) origin = document.activeElement
    change({ icc, name })
  },
  close(): void {
    if (!shown) return
    change(undefined)
    returnFocus()
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
