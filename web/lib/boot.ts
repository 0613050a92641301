import { useEffect } from 'react'

/** Removes the loading image of the first start; each full page calls it once mounted. */
export function useRemoveBootImage(): void {
  useEffect(() => {
    document.getElementById('boot')?.remove()
  }, [])
}
