import { useEffect } from 'react'

/** Takes away the loading picture of the first start; each page that stands on its own calls it when it is there. */
export function useBootDone(): void {
  useEffect(() => {
    document.getElementById('boot')?.remove()
  }, [])
}
