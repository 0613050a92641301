import { useState } from 'react'
import { NOTHING, type Selection } from './selection.ts'

/** The selection of the list with that key. Another filter has another key and starts without a selection. */
export function useSelection(key: string): [Selection, (selection: Selection) => void] {
  const [kept, keep] = useState({ key, selection: NOTHING })
  const selection = kept.key === key ? kept.selection : NOTHING
  return [selection, (next) => keep({ key, selection: next })]
}
